import { FONT_FACES } from '../core/fonts.ts';
import { escapeHtml } from '../core/html.ts';

export { escapeHtml };

/** A page of the shop's back office, in WordPress's manner; labelled as what it is. */
export function adminPage(title: string, shopName: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)} · ${escapeHtml(shopName)}</title><style>${FONT_FACES}
body{margin:0;background:#f0f0f1;color:#2c3338;font:15px/1.5 Inter,system-ui,sans-serif}
header{background:#1d2327;color:#f0f0f1;padding:10px 20px;display:flex;gap:12px;align-items:center;flex-wrap:wrap}
.tag{font-size:12px;color:#4c1d95;padding:2px 8px;border-radius:4px;border:1px solid #7c3aed;background:repeating-linear-gradient(45deg,#ede9fe 0 6px,#ddd6fe 6px 12px)}
main{max-width:720px;margin:32px auto;background:#fff;border:1px solid #c3c4c7;padding:24px 28px;border-radius:6px}
h1{font-size:22px;margin:0 0 12px}ul{padding-left:20px}table{width:100%;border-collapse:collapse}td,th{text-align:left;padding:8px 6px;border-bottom:1px solid #e0e0e2;font-weight:400}
label{display:block;margin:10px 0 4px}input,select{font:inherit;padding:7px 9px;border:1px solid #8c8f94;border-radius:4px;min-width:240px;max-width:100%;box-sizing:border-box}
.row{display:flex;gap:12px;flex-wrap:wrap;margin-top:20px}button,a.button{font:inherit;padding:9px 18px;border-radius:4px;border:1px solid #674399;background:#674399;color:#fff;text-decoration:none;cursor:pointer}
a.quiet{background:#fff;color:#674399}code{background:#f6f7f7;padding:3px 6px;border-radius:3px;word-break:break-all}
:focus-visible{outline:3px solid #a78bfa;outline-offset:2px}
</style></head><body><header><strong>${escapeHtml(shopName)}</strong><span>WooCommerce</span><span class="tag">Sandbox</span></header><main>${body}</main></body></html>`;
}
