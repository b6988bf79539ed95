/* Made from internal/web/ts by `make web`; do not edit. */
var r=globalThis.trustedTypes?.createPolicy("podesta",{createHTML:t=>t}),e=t=>r?r.createHTML(t):t;function s(t,n){t.innerHTML=e(n)}var o=t=>new DOMParser().parseFromString(e(t),"text/html"),i=t=>new DOMParser().parseFromString(e(t),"image/svg+xml");export{s as a,o as b,i as c};
