// What the checks share: which files there are, and their text without comments.
import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export const root = dirname(import.meta.dirname);

const NOT_OURS = /^(node_modules|dist|\.git|test-results|drill-results|data)$/;

/** The files below a folder of the checkout whose names match, as paths from the root with forward slashes. */
export function sources(folder, pattern) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.test(entry.name)) return [];
    const path = join(root, folder, entry.name);
    const name = relative(root, path).replaceAll('\\', '/');
    if (entry.isDirectory()) return sources(name, pattern);
    return pattern.test(entry.name) && !entry.name.endsWith('.d.ts') ? [name] : [];
  });
}

/** Whether a file is a test, a tool of tests, or a part of what tries and measures the product from outside. */
export const isTest = (file) => /\.test\.tsx?$|^(bench|drill|e2e|packages\/testing)\/|\/testing\//.test(file);

/** A source's text without its comments; what stands before a line's comment stays. */
export const uncommented = (text) => text.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/(^|\s)\/\/.*$/gm, '$1');
