import { getPrintSettings } from '@xunyun/contract/printing/calls'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { type Clodop, gather, printersOf } from './service/clodop.ts'
import { diagnose, type Problem } from './service/diagnose.ts'

export type Trouble = { readonly problem: Problem; readonly serviceUrl: string }
type Connected = { readonly clodop: Clodop; readonly printers: readonly string[] }

/** The print service as this dialog knows it: nothing until a click asks for it. */
export function usePrintService() {
  const [connected, setConnected] = useState<Connected | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [connecting, setConnecting] = useState(false)
  const connect = async (): Promise<Connected | null> => {
    setConnecting(true)
    try {
      const { pluginMin, serviceMin, serviceUrl } = await api(getPrintSettings, {})
      const { facts, clodop } = await gather({ plugin: pluginMin, service: serviceMin })
      const problem = diagnose(facts)
      setTrouble(problem && { problem, serviceUrl })
      const now = clodop !== null && problem === null ? { clodop, printers: printersOf(clodop) } : null
      setConnected(now)
      return now
    } finally {
      setConnecting(false)
    }
  }
  return { connected, trouble, connecting, connect, forgive: () => setTrouble(null) }
}
