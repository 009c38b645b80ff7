// What the page's tests ask inside the browser: each function is sent there whole and relies on nothing outside itself.

/** Every text under a contrast of 4.5 : 1 with what stands behind it, as WCAG 2.2 (1.4.3) computes it, with its ratio. */
export function contrastProblems() {
  const channels = colour => (colour.match(/[\d.]+/g) ?? []).map(Number)
  const linear = value => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  const luminance = ([red, green, blue]) =>
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  const behind = element => {
    for (let at = element; at; at = at.parentElement) {
      const found = channels(getComputedStyle(at).backgroundColor)
      if (found.length >= 3 && (found[3] ?? 1) === 1) return found
    }
    return [255, 255, 255]
  }
  const problems = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent.trim()
    if (text === '' || element.getClientRects().length === 0) continue
    const one = luminance(channels(getComputedStyle(element).color))
    const other = luminance(behind(element))
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    if (ratio < 4.5) problems.push(`${text.slice(0, 40)}: ${ratio.toFixed(2)}`)
  }
  return problems
}

/** What a hostile text could have made: elements that act, addresses, and elements among the words of others. */
export function whatActs() {
  const acting = 'img,script,svg,iframe,link,object,embed,video,meta[http-equiv],style ~ style'
  const addressed = '[href],[src],[action],[style],[onerror],[onload]'
  return {
    title: document.title,
    elements: document.querySelectorAll(acting).length,
    foreign: document.querySelectorAll('main bdi *:not(.code)').length,
    addresses: [...document.querySelectorAll(addressed)].map(
      element => element.getAttribute('href') ?? element.getAttribute('action') ?? element.outerHTML,
    ),
  }
}

export const bodyText = () => document.body.innerText

/** What has the focus, and whether a person sees that it has. */
export function focused() {
  const element = document.activeElement
  return {
    id: element.id,
    text: element.textContent.trim(),
    outline: getComputedStyle(element).outlineStyle,
  }
}

/** How wide the page is, and how wide the window. */
export const widths = () => [document.documentElement.scrollWidth, innerWidth]

export const structure = () => ({
  mains: document.querySelectorAll('main').length,
  firsts: document.querySelectorAll('h1').length,
  language: document.documentElement.lang,
  unlabelled: [...document.querySelectorAll('input:not([type=hidden])')].filter(
    input => input.labels.length !== 1,
  ).length,
  unnamed: document.querySelectorAll('nav:not([aria-label])').length,
  current: document.querySelectorAll('[aria-current=page]').length,
})
