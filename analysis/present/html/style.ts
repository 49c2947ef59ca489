/** What a report looks like: on a screen in light and dark, on a telephone, and on paper. */
export const STYLE = `
:root{color-scheme:light dark;--paper:light-dark(#fff,#10171e);--sunken:light-dark(#f4f2ec,#18222c);
--ink:light-dark(#17232e,#e7ebee);--soft-ink:light-dark(#56626d,#a0acb6);
--rule:light-dark(#dfdbd2,#2c3a46);--accent:light-dark(#1b5e8c,#7fbdec);
--water:light-dark(#dbe7ef,#1d3347);--hard:light-dark(#b3261e,#ff8d80);
--soft:light-dark(#8a5a00,#e9b44c);--disk:light-dark(#6a4a9c,#c0a3f0);
--good:light-dark(#0f6b5c,#62cdb8)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
font:15px/1.5 system-ui,"Segoe UI","Noto Sans","DejaVu Sans",sans-serif}
main{max-width:920px;margin:0 auto;padding:24px 16px 48px}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 12px;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:32px 0 10px;padding-top:14px;border-top:1px solid var(--rule);
overflow-wrap:anywhere}
h3{font-size:.95rem;margin:20px 0 6px;overflow-wrap:anywhere}
p,ul,ol,dl,blockquote,figure,pre{margin:8px 0}
ul,ol{padding-left:20px}li{margin:4px 0;overflow-wrap:anywhere}p{overflow-wrap:anywhere}
blockquote{padding:10px 14px;border-left:3px solid var(--hard);background:var(--sunken)}
blockquote,code,pre,.number{font-family:ui-monospace,"DejaVu Sans Mono",monospace}
blockquote{font-size:.88rem;overflow-wrap:anywhere}
code{font-size:.92em;overflow-wrap:anywhere}
pre{padding:12px 14px;background:var(--sunken);overflow-x:auto;font-size:.82rem}
dl{display:grid;gap:2px}dl div{display:grid;grid-template-columns:170px minmax(0,1fr);gap:12px}
dt{color:var(--soft-ink)}dd{margin:0;overflow-wrap:anywhere}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.88rem}
th,td{padding:4px 10px 4px 0;border-bottom:1px solid var(--rule);text-align:left;
vertical-align:top;white-space:nowrap}
th{font-weight:500;color:var(--soft-ink)}
th:last-child,td:last-child{padding-right:0}
.number{text-align:right;font-variant-numeric:tabular-nums}th.number{font-family:inherit}
td.text{white-space:normal;overflow-wrap:anywhere;min-width:11em}
tr.bad td{font-weight:600}h4{font-size:.92rem;margin:14px 0 4px;overflow-wrap:anywhere}
.bad,tr.bad td{color:var(--hard)}.low,tr.low td{color:var(--soft)}
.good,tr.good td{color:var(--good)}.subject,tr.subject td{color:var(--accent)}
.faint,tr.faint td{color:var(--soft-ink)}.title{font-weight:600}
figcaption{color:var(--soft-ink);font-size:.88rem}
.chart{display:block;overflow:visible}
.grid{stroke:var(--rule);stroke-width:1}.tick{fill:var(--soft-ink);font-size:11px}
.water{fill:var(--water)}
.curve{fill:none;stroke:var(--accent);stroke-width:1.6;vector-effect:non-scaling-stroke}
.limit{stroke-width:1.3}.limit.hard{stroke:var(--hard)}
.limit.soft{stroke:var(--soft);stroke-dasharray:5 4}
.label{font-size:11.5px;font-weight:600}.label.hard{fill:var(--hard)}.label.soft{fill:var(--soft)}
.band{fill:var(--hard)}.band.DiskPressure{fill:var(--disk)}
.key{font-weight:600;color:var(--hard)}.key.DiskPressure{color:var(--disk)}
.mark line{stroke:var(--hard);stroke-width:1.2;stroke-dasharray:2 3}.mark text{fill:var(--hard)}
@media (max-width:560px){dl div{grid-template-columns:1fr;gap:0;margin-bottom:6px}}
@media print{:root{color-scheme:light}body{font-size:10pt}main{max-width:none;padding:0}
.wide{overflow:visible}table{font-size:8pt}th,td{padding-right:6px;white-space:normal;
overflow-wrap:anywhere}.number{white-space:nowrap}pre{white-space:pre-wrap}
h1{font-size:1.25rem}h2{margin:14px 0 6px;padding-top:8px}p,ul,ol,figure{margin:5px 0}
h2,h3{break-after:avoid}.details{break-before:page}tr,figure,blockquote,li{break-inside:avoid}
.water,.band,blockquote{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
@page{margin:16mm}
`;
