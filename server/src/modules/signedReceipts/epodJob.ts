import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sayReason } from '@xunyun/contract/errors'
import { ZipFile } from 'yazl'
import { recordAccess } from '../../platform/accessLog.ts'
import { type Actor, requireRight } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { titled } from '../../platform/excel/list.ts'
import type { Files } from '../../platform/files.ts'
import type { JobKind } from '../../platform/longWork.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { DrawReport } from '../../platform/report.ts'
import { epodFileName, epodWord, reportOfEpod } from './epod.ts'
import { judgeEpods, readEpod } from './queries.epod.ts'

export type PackedEpods = { readonly waybillIds: readonly number[]; readonly origin: string }
/** How far it is: the papers that lie on disk, and what there is none of. */
type Cursor = { readonly at: number; readonly drawn: readonly string[]; readonly missing: readonly string[] }

const words = {
  missing: titled('没有生成的电子回单', 'e-PODs not made', 'Comprobantes no generados', '作成できなかった電子受領書'),
  broke: titled('生成时出错', 'it could not be drawn', 'no se pudo dibujar', '作成中にエラー'),
  gone: titled(
    '运单已不可见',
    'its waybill is not yours to see any more',
    'su guía ya no es visible',
    '送り状が見えません',
  ),
} as const

/** Refuses what is not the actor's to see as if it did not exist, and a pack that nothing would be in. */
export async function checkPack(tx: Tx, actor: Actor, waybillIds: readonly number[]): Promise<void> {
  requireRight(actor, 'receiptList', 'browse')
  const judged = await judgeEpods(tx, actor, waybillIds)
  if (waybillIds.some((id) => !judged.has(id))) throw notFound()
  const objections = [...judged.values()].flatMap(({ objection }) => objection ?? [])
  const [first] = objections
  if (first !== undefined && objections.length === judged.size) throw new Refusal(first.reason, first.params)
}

/**
 * Many e-PODs in one ZIP. Each is drawn to disk by itself, so that a stopped job goes on behind the last one, and one that
 * breaks is named in a text beside the others.
 */
export const epodJob =
  (deps: { files: Files; drawReport: DrawReport; dataDir: string }): JobKind =>
  async ({ jobId, db, actor, input, cursor, report }) => {
    const { waybillIds, origin } = input as PackedEpods
    const { language } = actor
    const ids = [...new Set(waybillIds)]
    const folder = path.join(deps.dataDir, 'jobs', `${jobId}.epods`)
    await mkdir(folder, { recursive: true })
    let { at, drawn, missing } = (cursor as Cursor | null) ?? { at: 0, drawn: [], missing: [] }
    for (const id of ids.slice(at)) {
      const judged = (await judgeEpods(db, actor, [id])).get(id)
      const epod = judged?.objection === undefined ? await readEpod(db, actor, deps.files, id) : undefined
      if (judged === undefined) missing = [...missing, `${id}: ${words.gone[language]}`]
      else if (judged.objection !== undefined)
        missing = [...missing, sayReason(judged.objection.reason, judged.objection.params ?? {}, language)]
      else if (epod !== undefined) {
        const name = `${epodFileName(epod, language)}.pdf`
        try {
          const pdf = deps.drawReport(reportOfEpod(epod, language, origin))
          await pipeline(pdf, createWriteStream(path.join(folder, name)))
          drawn = [...drawn, name]
        } catch (error) {
          // Nothing can be drawn at all, as without its font.
          if (error instanceof Refusal) throw error
          missing = [...missing, `${epod.no}: ${words.broke[language]}`]
        }
      }
      at += 1
      await report({ done: at, total: ids.length, cursor: { at, drawn, missing } satisfies Cursor })
    }
    const name = `${epodWord[language]} ${drawn.length}.zip`
    const stored = await deps.files.storeStream(
      db,
      actor,
      name,
      zipped(folder, drawn, missing.length === 0 ? undefined : { name: words.missing[language], lines: missing }),
    )
    await rm(folder, { recursive: true, force: true })
    const detail = { what: name, call: 'PackEpods', filter: {}, rows: drawn.length }
    await recordAccess(db, { kind: 'export', who: actor, detail })
    return { fileId: stored.FileID, link: stored.Url }
  }

/** The papers as they are: their photos do not get smaller. */
function zipped(
  folder: string,
  names: readonly string[],
  text: { readonly name: string; readonly lines: readonly string[] } | undefined,
): Readable {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  zip.on('error', (error: Error) => out.destroy(error))
  for (const name of names) zip.addFile(path.join(folder, name), name, { compress: false })
  if (text !== undefined) zip.addBuffer(Buffer.from(`${text.lines.join('\r\n')}\r\n`), `${text.name}.txt`)
  zip.end()
  return out
}
