/* Made from internal/web/ts by `make web`; do not edit. */
var g=self.podestaWords??{};function d(n,...r){if(typeof n=="string")return e(n);let s=n.reduce((i,t,o)=>i+"{"+o+"}"+t);return e(s).replace(/\{(\d+)\}/g,(i,t)=>e(String(r[Number(t)-1]??"")))}function e(n){let r=n.trim(),s=g[r];return s===void 0?n:n.replace(r,()=>s)}export{d as a};
