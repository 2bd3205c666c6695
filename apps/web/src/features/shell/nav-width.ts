const STORAGE_NAME = 'quayside.nav';

/** Whether the navigation shows icons alone; kept in this browser. */
export function isNarrow(): boolean {
  return document.documentElement.dataset.nav === 'narrow';
}

export function setNarrow(narrow: boolean): void {
  if (narrow) document.documentElement.dataset.nav = 'narrow';
  else delete document.documentElement.dataset.nav;
  try {
    localStorage.setItem(STORAGE_NAME, narrow ? 'narrow' : 'wide');
  } catch {
    // The choice then lasts as long as the page.
  }
}
