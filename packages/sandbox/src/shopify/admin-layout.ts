import { escapeHtml } from './oauth-page.ts';

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;background:#f4f4f1;color:#202223;max-width:52rem;margin:5vh auto;padding:0 1rem}
table{border-collapse:collapse;width:100%;background:#fff}td,th{text-align:start;padding:.4rem .7rem;border-bottom:1px solid #e3e3e0}
.tag{background:#fff1cc;border-radius:6px;padding:.1rem .5rem;font-size:.8rem}`;

/** Cells are escaped. */
export const table = (heads: string[], rows: (string | number)[][]): string => {
  const cells = (tag: string, list: (string | number)[]) =>
    list.map((one) => `<${tag}>${escapeHtml(String(one))}</${tag}>`).join('');
  return `<table><tr>${cells('th', heads)}</tr>${rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')}</table>`;
};

/** A page of a shop's admin; `body` is HTML. */
export const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><p class="tag">Sandbox</p><h1>${escapeHtml(title)}</h1>${body}</body></html>`;
