import { useQuery } from '@tanstack/react-query'
import { previewLayout } from '@xunyun/contract/printing/calls'
import type { Layout } from '@xunyun/contract/printing/layout'
import type { PrintType } from '@xunyun/contract/printing/papers'
import { useEffect, useState } from 'react'
import { q } from '../../shared/api/query.ts'

const settlesMs = 250

/** A layout as it would come out, drawn anew when it has not changed for a moment. */
export function useLivePreview(type: PrintType, layout: Layout, id: number | undefined, enabled: boolean) {
  const [settled, setSettled] = useState(layout)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(layout), settlesMs)
    return () => clearTimeout(timer)
  }, [layout])
  return useQuery({
    ...q(previewLayout, { type, layout: settled, id } as never),
    placeholderData: (before) => before,
    enabled,
    // Each keystroke is a question of its own: none is kept.
    gcTime: 0,
    retry: false,
  })
}
