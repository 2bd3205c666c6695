import { FONT_FACES } from '../core/fonts.ts';

/** One sheet for every shop window; the shop's own colour comes in as --brand. */
export const STYLE = `${FONT_FACES}
:root{--paper:#fbfaf8;--surface:#fff;--ink:#17202a;--soft:#5b6670;--line:#e6e2da;--bad:#a3261b}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 Inter,ui-sans-serif,system-ui,sans-serif}
a{color:inherit}
.bar{background:var(--surface);border-bottom:1px solid var(--line)}
.bar>div,main,footer{max-width:1120px;margin:0 auto;padding:0 20px}
.bar>div{display:flex;gap:14px;align-items:center;min-height:68px;flex-wrap:wrap}
.name{font:600 22px/1.2 Inter,sans-serif;text-decoration:none;letter-spacing:.01em;color:var(--brand)}
.tag{font-size:12px;line-height:1;padding:5px 9px;border-radius:6px;color:#4c1d95;border:1px solid #7c3aed;background:repeating-linear-gradient(135deg,#f3efff 0 5px,#e3d9ff 5px 10px)}
.grow{flex:1}
.basket{text-decoration:none;padding:8px 14px;border:1px solid var(--line);border-radius:999px}
.basket b{font-variant-numeric:tabular-nums}
.hero{padding:44px 0 28px}
.hero h1,h1{font:600 34px/1.2 Inter,sans-serif;margin:0 0 6px}
.hero p{margin:0;color:var(--soft)}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(210px,1fr));gap:22px;padding:0;margin:0 0 48px;list-style:none}
.card{display:block;text-decoration:none;background:var(--surface);border:1px solid var(--line);border-radius:12px;overflow:hidden;height:100%;transition:box-shadow .15s ease-out}
.card:hover{box-shadow:0 6px 22px rgb(23 32 42/.09)}
.pic{aspect-ratio:1;width:100%;height:auto;object-fit:contain;display:block;background:#f0ede7}
.nopic{aspect-ratio:1;display:grid;place-items:center;background:#f0ede7;color:var(--soft);font:600 44px Inter,sans-serif}
.card div{padding:12px 14px 16px}
.card h2{font-size:15px;line-height:1.35;margin:0 0 4px;font-weight:600}
.price{font-variant-numeric:tabular-nums;color:var(--ink)}
.soft{color:var(--soft)}
.two{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:44px;padding:36px 0 56px}
.thumbs{display:flex;gap:10px;margin-top:10px;flex-wrap:wrap}
.thumbs img{width:72px;height:72px;object-fit:cover;border-radius:8px;border:1px solid var(--line)}
.photo{border-radius:14px;border:1px solid var(--line)}
fieldset{border:0;margin:18px 0 0;padding:0}
legend,label{font-size:14px;color:var(--soft);padding:0;margin:0 0 6px;display:block}
.chips{display:flex;gap:8px;flex-wrap:wrap}
.chips label{margin:0;position:relative;color:var(--ink)}
.chips label{cursor:pointer}.chips input{position:absolute;opacity:0;inset:0;margin:0;width:100%;height:100%;pointer-events:none}
.chips span{display:block;padding:8px 14px;border:1px solid #b9b3a8;border-radius:8px;background:var(--surface)}
.chips input:checked+span{border-color:var(--brand);box-shadow:inset 0 0 0 1px var(--brand);font-weight:600}
.chips input:focus-visible+span,:focus-visible{outline:3px solid var(--brand);outline-offset:2px}
input,select{font:inherit;color:inherit;padding:10px 12px;border:1px solid #8d8b86;border-radius:8px;background:#fff;width:100%}
input[type=number]{width:92px}
button,.button{font:inherit;font-weight:600;border:0;border-radius:10px;padding:13px 22px;background:var(--brand);color:#fff;cursor:pointer;text-decoration:none;display:inline-block}
.quiet{background:transparent;color:var(--brand);box-shadow:inset 0 0 0 1px var(--brand)}
.link{background:none;color:var(--brand);padding:4px 0;text-decoration:underline;font-weight:400}
.row{display:flex;gap:14px;align-items:end;flex-wrap:wrap;margin-top:22px}
.form{display:grid;grid-template-columns:1fr 1fr;gap:14px 16px;margin-top:18px}
.wide{grid-column:1/-1}
.panel{background:var(--surface);border:1px solid var(--line);border-radius:14px;padding:22px}
table{width:100%;border-collapse:collapse}th{font-weight:400;color:var(--soft);text-align:left;font-size:14px}
td,th{padding:10px 0;border-bottom:1px solid var(--line);vertical-align:middle}.num{text-align:right;font-variant-numeric:tabular-nums}
.line{display:flex;gap:12px;align-items:center}.line img{width:52px;height:52px;object-fit:cover;border-radius:8px}
.alert{background:#fdecea;color:var(--bad);border:1px solid #f2b8b1;border-radius:10px;padding:12px 16px;margin:20px 0 0}
.done{max-width:620px;margin:56px auto;text-align:center}.done strong{font-size:24px}
.empty{padding:64px 0;text-align:center;color:var(--soft)}
footer{color:var(--soft);font-size:14px;padding:24px 20px 40px;border-top:1px solid var(--line)}
@media (max-width:760px){.two{grid-template-columns:minmax(0,1fr);gap:24px;padding-top:20px}.hero{padding:26px 0 18px}.hero h1,h1{font-size:27px}.grid{grid-template-columns:repeat(2,minmax(0,1fr));gap:12px}.form{grid-template-columns:1fr}.row button{width:100%}}
@media (prefers-reduced-motion:reduce){.card{transition:none}}
`;
