import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runChild } from './child.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** The browser for the journeys: CHROMIUM_PATH, or the first one on the PATH. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) return isExecutable(given) ? given : undefined
  const directories = (process.env.PATH ?? '').split(delimiter)
  return directories.flatMap((directory) => names.map((name) => join(directory, name))).find(isExecutable)
}

/** Installs it where that is a matter of one command and allowed; else says in a line how. */
export async function ensureChromium() {
  const found = findChromium()
  if (found) return found
  if (!process.env.CHROMIUM_PATH && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log('Installing Chromium and a Chinese font for the browser tests …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await runChild('apt-get', ['update', '-qq'], { env })
    await runChild('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'], {
      env,
    })
    const installed = findChromium()
    if (installed) return installed
  }
  console.error(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium fonts-noto-cjk), or set CHROMIUM_PATH.',
  )
  return undefined
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
