// A real browser for the page's tests: Debian's Chromium, headless, with a profile of its own, talking to nobody but this machine.
// Relies on playwright-core; where no Chromium is installed the tests are skipped and say so.
import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const PLACES = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
/** Where Chromium is; undefined where it is not installed. */
export const CHROMIUM = PLACES.find(place => place !== undefined && place !== '' && existsSync(place))

export function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM ?? '',
    headless: true,
    chromiumSandbox: false,
    args: [
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-default-apps',
      '--proxy-server=direct://',
      '--proxy-bypass-list=*',
    ],
  })
}
