import { html } from '../core/html.ts';

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#f4f5f7,#14171c)}
main{width:min(400px,calc(100vw - 32px));box-sizing:border-box;padding:28px;border-radius:14px;background:light-dark(#fff,#1d2129)}
.note{display:inline-block;padding:2px 10px;border-radius:99px;font-size:13px;background:light-dark(#fff3d6,#4a3a10)}h1{font-size:18px}
form{display:grid;gap:12px}label{display:grid;gap:4px;font-size:14px}input{font:inherit;padding:9px;border-radius:8px;border:1px solid #8888}
button{font:inherit;padding:11px;border-radius:9px;border:0;cursor:pointer}button[value=yes]{background:#2f5fd0;color:#fff;font-weight:600}button[value=no]{background:transparent;color:inherit}`;

/** Where a person says who he is, and that we may know it. */
export const consentPage = (name: string, query: Record<string, string>): string =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign in with ${name}</title></head>
<body><main><span class="note">Sandbox: not the real ${name}</span><h1>Sign in to Quayside with ${name}</h1>
<form method="post">${Object.entries(query).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`)}
<label>E-mail<input name="as_email" type="email" value="ada@example.com" required></label>
<label>First name<input name="as_first" value="Ada"></label><label>Last name<input name="as_last" value="Lovelace"></label>
<button name="allow" value="yes">Continue</button><button name="allow" value="no" formnovalidate>Cancel</button></form></main></body></html>`.markup.replace(
    '</head>',
    `<style>${STYLE}</style></head>`,
  );
