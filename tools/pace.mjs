// How fast this machine is just now. Neighbours on the same hardware stretch processor time as well, so what the tests cost is judged
// beside a fixed piece of work that is done again and again while they run.

/** Processor seconds of the piece, on the machine that the budgets were measured with, while it was quiet. */
const usual = 0.08

/** Rows made, written as JSON, read again, put in order and looked up: what servers and pages do all day. */
function piece() {
  let sum = 0
  for (let round = 0; round < 60; round += 1) {
    const rows = Array.from({ length: 1500 }, (_, n) => ({
      id: (n * 7919) % 1500,
      name: `waybill ${n}`,
      pieces: n % 46,
    }))
    /** @type {typeof rows} */
    const read = JSON.parse(JSON.stringify(rows))
    read.sort((a, b) => a.id - b.id || a.name.localeCompare(b.name))
    const byName = new Map(read.map((row) => [row.name, row]))
    for (const { name } of rows) sum += byName.get(name)?.pieces ?? 0
  }
  return sum
}

/** Begins to measure, every twenty seconds; the returned function ends it and says how much slower than usual the machine was: 1 or more. */
export function watchPace() {
  // What is not compiled yet says nothing.
  piece()
  piece()
  /** @type {number[]} */
  const seconds = []
  const measure = () => {
    const before = process.cpuUsage()
    piece()
    const { user, system } = process.cpuUsage(before)
    seconds.push((user + system) / 1_000_000)
  }
  measure()
  const timer = setInterval(measure, 20_000)
  timer.unref()
  return () => {
    clearInterval(timer)
    measure()
    return Math.max(1, seconds.reduce((sum, one) => sum + one, 0) / seconds.length / usual)
  }
}
