import type { PrintPage } from '@xunyun/contract/printing/calls'

/** Pages as a document for the browser's own printing: each sheet of its own size, nothing added by the browser. */
export function printDocument(title: string, pages: readonly PrintPage[]): string {
  const sizes = [...new Set(pages.map(({ width, height }) => `${width}mm ${height}mm`))]
  const rules = sizes.map((size, at) => `@page s${at}{size:${size};margin:0}.s${at}{page:s${at}}`)
  const sheets = pages.map(
    ({ width, height, svg }) => `<div class="sheet s${sizes.indexOf(`${width}mm ${height}mm`)}">${svg}</div>`,
  )
  const named = title.replace(/[&<>"]/g, '')
  // A single size is also said without a name: not every browser knows named pages.
  const only = sizes.length === 1 ? `@page{size:${sizes[0]};margin:0}` : ''
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><title>${named}</title><style>${only}${rules.join('')}html,body{margin:0}.sheet{break-after:page;overflow:hidden}.sheet:last-child{break-after:auto}</style></head><body>${sheets.join('')}</body></html>`
}

/**
 * Opens the browser's print dialog for pages (PR-04) and answers when it is closed: printed or not, no browser tells.
 */
export function printInBrowser(title: string, pages: readonly PrintPage[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const frame = document.createElement('iframe')
    frame.title = title
    // Not `hidden`: some browsers print nothing of what is not drawn.
    frame.style.cssText = 'position:fixed;right:0;bottom:0;width:1px;height:1px;border:0;opacity:0'
    frame.setAttribute('aria-hidden', 'true')
    frame.onload = () => {
      const view = frame.contentWindow
      if (!view) return reject(new Error('no frame'))
      view.addEventListener('afterprint', () => resolve(), { once: true })
      view.focus()
      view.print()
      // Where the dialog does not hold the page, it is closed at some time or never told.
      setTimeout(resolve, 1000)
      // The dialog may still read it.
      setTimeout(() => frame.remove(), 10 * 60_000)
    }
    frame.srcdoc = printDocument(title, pages)
    document.body.append(frame)
  })
}
