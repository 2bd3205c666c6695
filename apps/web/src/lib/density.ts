export type Density = 'normal' | 'compact';
const STORAGE_NAME = 'quayside.rows';

/** Row height of tables: 44 px, or 36. */
export function readDensity(): Density {
  try {
    return localStorage.getItem(STORAGE_NAME) === 'compact' ? 'compact' : 'normal';
  } catch {
    return 'normal';
  }
}

export function setDensity(density: Density): void {
  document.documentElement.dataset.rows = density;
  try {
    localStorage.setItem(STORAGE_NAME, density);
  } catch {
    // The choice then lasts as long as the page.
  }
}
