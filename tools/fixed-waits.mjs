/** @typedef {import('./sources.mjs').Source} Source */

const waits = /waitForTimeout\(|\bawait (sleep|pause|setTimeout)\(|setTimeout\((resolve|done|go)\b|setTimeout\(\w+, \d/
const allowed = /\/\/ fixed wait: \S+ \S+/
const indentOf = (/** @type {string} */ line) => line.length - line.trimStart().length

/**
 * The waits of a test that last a fixed time: too short on a busy machine, too long on every other. Not those within a loop that
 * looks whether what it waits for is there, nor those whose reason stands above them.
 * @param {Source[]} files
 * @returns {string[]} `path:line: text`
 */
export function fixedWaits(files) {
  return files.flatMap(({ path, text }) => {
    const lines = text.split('\n')
    return lines.flatMap((line, at) => {
      if (!waits.test(line) || /^\s*(\/\/|\*)/.test(line)) return []
      const reason = lines.slice(Math.max(0, at - 3), at + 1).some((above) => allowed.test(above))
      return reason || isInLoop(lines, at) ? [] : [`${path}:${at + 1}: ${line.trim()}`]
    })
  })
}

/**
 * Whether a line stands within a `for` or `while`, by its indentation, up to the function around it.
 * @param {string[]} lines
 * @param {number} at
 */
function isInLoop(lines, at) {
  let indent = Number.POSITIVE_INFINITY
  for (let line = at; line >= 0; line -= 1) {
    const text = lines[line] ?? ''
    if (text.trim() === '' || indentOf(text) >= indent) continue
    indent = indentOf(text)
    if (/^\s*(for|while) ?\(/.test(text)) return true
    if (line < at && /=> \{$|^\s*(export )?(async )?function /.test(text)) return false
  }
  return false
}
