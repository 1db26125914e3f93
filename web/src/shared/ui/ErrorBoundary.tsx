import { Component, type ErrorInfo, type ReactNode } from 'react'
import { reportError } from '../report/reporter.ts'

type Props = {
  readonly children: ReactNode
  readonly fallback: (error: Error, retry: () => void) => ReactNode
  /** Before the children are tried again, as to load their code anew. */
  readonly onRetry?: () => void
}

/** Keeps a page that breaks from taking the others along. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack)
    reportError(error)
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return this.props.fallback(error, () => {
      this.props.onRetry?.()
      this.setState({ error: null })
    })
  }
}
