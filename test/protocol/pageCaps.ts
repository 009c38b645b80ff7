// Where each cap of the page and of the menu is attacked. Part of limits.test.ts, which checks the titles. Relies on the tests that
// are named.

export const ELSEWHERE = {
  PAGE_MINUTES: {
    file: 'page/attacks',
    titles: ['a session lasts while it is used and ends after its idle minutes'],
  },
  PAGE_LINK_SECONDS: {
    file: 'page/attacks',
    titles: ['a link is good until its last second and not after it'],
  },
  PAGE_FORM_BYTES: {
    file: 'page/attacks',
    titles: ['a form is taken at its cap and refused one byte past it'],
  },
  PAGE_CONNECTIONS: {
    file: 'page/page',
    titles: ['as many connections as the cap are held and one more is closed'],
  },
  PAGE_REQUEST_SECONDS: {
    file: 'page/page',
    titles: ['a request that does not arrive within its seconds is answered with a time-out'],
  },
  MENU_CHARS: {
    file: 'menubar/menuText',
    titles: ['a text of the cap stands whole and one a character longer ends in an ellipsis within it'],
  },
  MENU_ENTRIES: {
    file: 'daemon/menuOf',
    titles: [
      'a menu names as many failed jobs as its cap and counts one more',
      'what has %s may be approved in the menu only where all of it is shown',
    ],
  },
  MENU_DECISIONS: {
    file: 'daemon/menuOf',
    titles: ['a menu lists as many decisions as its cap and counts one more'],
  },
} as const
