package atlas

// symbols holds the definitions that pictures refer to: the pattern hatch, and symbols whose names
// begin with u- for units, c- for cities, b- for the shield of a power, k- for marks, r- for
// results of orders, o- for orders drawn round a unit, q- for qualities of special units, and e-
// for emblems.
const symbols = `<pattern id="hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(32)"><path d="M0 0V9" class="m-hl"/></pattern>
<g id="u-A"><path class="m-sk" d="M-17-19H17V2C17 13 8 19 0 23-8 19-17 13-17 2Z"/><path d="M-13-15H13V2C13 10 6 15 0 18-6 15-13 10-13 2Z" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="1.3"/></g>
<g id="u-F"><path d="M0 4V-22" stroke-width="3" class="m-wire"/><path class="m-sk" d="M-23 6H23C20 15 15 19 8 19H-9C-16 19-21 14-23 6Z"/><path class="m-sk" d="M-15-21C-11-17-11-3-15 2H15C19-3 19-17 15-21Z"/><path d="M-16 11-20 21M-8 12-11 22M0 12-2 22M8 12 7 22" class="m-wire"/></g>
<g id="u-G"><path class="m-sk" d="M-15.5 15V-9H-17.5V-17H-11V-12.5H-6.5V-17H6.5V-12.5H11V-17H17.5V-9H15.5V15Z"/></g>
<g id="u-C"><path class="m-sk" d="M0-22 21 0 0 22-21 0Z"/><path d="M0-17 16 0 0 17-16 0Z" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="1.3"/></g>
<g id="u-AC"><path class="m-sk" stroke-width="4" d="M0-23 22 0 0 23-22 0Z"/><path d="M0-17 16 0 0 17-16 0Z" fill="none" stroke="#fff" stroke-opacity=".8" stroke-width="3"/></g>
<path id="c-wall1" class="m-sk" d="M-13 12V-9H-14V-15H-8.5V-11.5H-3.5V-15H3.5V-11.5H8.5V-15H14V-9H13V12Z"/>
<path id="c-wall2" class="m-sk" d="M-16 13V-10H-18V-18H-14.5V-15H-11V-18H-7V-9H-3.5V-12H3.5V-9H7V-18H11V-15H14.5V-18H18V-10H16V13Z"/>
<g id="c-wall3"><path class="m-sk" d="M-18 14V-8H-20V-16H-16.5V-13H-13.5V-16H-10V-8H-7.5V-18H-9L0-28 9-18H7.5V-8H10V-16H13.5V-13H16.5V-16H20V-8H18V14Z"/><path d="M0-28V-35M0-35H7L5-33 7-31H0" class="m-wire" stroke-width="1.6"/></g>
<circle id="c-town" class="m-sk" r="12.5"/>
<path id="c-fort" class="m-sk" d="M-9 10V-6H-10V-11H-5.5V-8.5H-2V-11H2V-8.5H5.5V-11H10V-6H9V10ZM-2.5 10V4A2.5 2.5 0 0 1 2.5 4V10"/>
<g id="c-port"><path class="m-anh" d="M0-6V7M-3.5-3H3.5M-6 2C-5.5 6-2 7.5 0 7.5 2 7.5 5.5 6 6 2"/><path class="m-anc" d="M0-6V7M-3.5-3H3.5M-6 2C-5.5 6-2 7.5 0 7.5 2 7.5 5.5 6 6 2"/><circle class="m-anc" cy="-8" r="1.9"/></g>
<g id="b-shield"><path class="m-sk" stroke-width="1.5" d="M-8.5-9.5H8.5V1C8.5 6.5 4 9.5 0 11.5-4 9.5-8.5 6.5-8.5 1Z"/></g>
<g id="k-siege"><circle r="24" class="m-hr"/><circle r="24" class="m-ar" stroke-dasharray="7 5"/><path class="m-al" d="M-24-13-17-25-10-13ZM24-13 17-25 10-13ZM-24 25-17 13-10 25ZM24 25 17 13 10 25Z"/></g>
<g id="k-rebel"><circle class="m-lt" r="12.5" stroke="#a3201a" stroke-width="2.5"/><path fill="#c9441c" d="M0-10C5-5 6.5-2 5.5 1.5 4.5 5-4.5 5-5.5 1.5-6.5-1.5-3-2-3.5-5-1.5-4-1-3 0-1 1.5-4 .5-7 0-10Z"/><path d="M0 3V10" stroke="#4a2c12" stroke-width="4"/></g>
<g id="k-famine"><circle class="m-lt" r="12.5" stroke="#4a3a1c" stroke-width="2.5"/><path d="M0 9V-8M0 3C-5 2-6-1-6-3-2-2 0 0 0 3M0 3C5 2 6-1 6-3 2-2 0 0 0 3M0-3C-4-4-5-6-5-8-2-7 0-6 0-3M0-3C4-4 5-6 5-8 2-7 0-6 0-3" fill="#c79a2b" stroke="#6b4d12" stroke-width="1.2"/><path d="M-9-9 9 9" stroke="#a3201a" stroke-width="3"/></g>
<g id="k-plague"><circle class="m-lt" r="12.5" stroke="#4a3a1c" stroke-width="2.5"/><path d="M-6.5-2.5A6.5 6.5 0 0 1 6.5-2.5C6.5 0 5.5 2 4 3V7H-4V3C-5.5 2-6.5 0-6.5-2.5Z" fill="#3a3128"/><path d="M-3.6-2.6A1.7 1.7 0 1 0-.4-2.6 1.7 1.7 0 1 0-3.6-2.6M.4-2.6A1.7 1.7 0 1 0 3.6-2.6 1.7 1.7 0 1 0 .4-2.6M-1.4 4.2V7M1.4 4.2V7" fill="#f7efd9" stroke="#f7efd9" stroke-width=".8"/></g>
<g id="k-storm"><circle class="m-lt" r="12.5" stroke="#2c5160" stroke-width="2.5"/><path d="M-6 1A3.6 3.6 0 0 1-5.4-6 4.6 4.6 0 0 1 3-7 4 4 0 0 1 6 1Z" fill="#2c5160"/><path d="M.5 1-3 6H0L-1.5 10.5 4 4.5H1L3 1Z" fill="#d9932a"/></g>
<g id="k-clash"><circle class="m-lt" r="15" stroke="#4a3a1c" stroke-width="2.5" opacity=".92"/><path d="M-9-9 8 8M9-9-8 8" stroke="#3a3128" stroke-width="2.6"/><path d="M-8.5 3.5-3.5 8.5M8.5 3.5 3.5 8.5" stroke="#7d5327" stroke-width="2.6"/></g>
<g id="r-done"><circle class="m-seal" r="8.5"/><path class="m-sg" d="M-4.1 .3-1.2 3.6 4.6-3.4"/></g>
<g id="r-bounced" transform="scale(1.4)"><circle class="m-seal" r="9"/><path class="m-sr" d="M-4.2-4.2 4.2 4.2M4.2-4.2-4.2 4.2"/></g>
<g id="r-cut" transform="scale(1.4)"><circle class="m-seal" r="9"/><path class="m-sg" d="M-6.2 0H-3M3 0H6.2"/><path class="m-sr" d="M-2.5 5.6 2.5-5.6"/></g>
<g id="r-broken" transform="scale(1.4)"><circle class="m-seal" r="9"/><path class="m-sg" d="M-6.4 1C-4.5-4-2-4 0 0 2 4 4.5 4 6.4-1"/><path class="m-sr" d="M-3 5.6 3-5.6"/></g>
<g id="r-void" transform="scale(1.4)"><circle class="m-seal" r="9"/><circle class="m-sr" r="3.6"/><path class="m-sr" d="M-5.2 5.2 5.2-5.2"/></g>
<g id="r-out" transform="scale(1.4)"><circle class="m-al m-se" r="9"/><path d="M-3.8 3.8 3.4-3.4M-2.2-3.9H3.9V2.2" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/></g>
<g id="k-coin"><circle class="m-se" r="10.5" fill="#e9c14b"/><circle r="8" fill="none" stroke="#8a6414" stroke-width="1.2"/></g>
<g id="k-threat"><path d="M-13-13 13 13M13-13-13 13" stroke="#2b2116" stroke-width="3.2" stroke-linecap="round"/><circle r="10.5" class="m-se" fill="#8f1d17"/></g>
<g id="k-port"><circle class="m-gate" r="11"/><path class="m-gl" d="M0-6V6.5M-3.5-3H3.5M-6 1.5C-5.5 5.5-2 7 0 7 2 7 5.5 5.5 6 1.5"/></g>
<g id="k-gate"><path class="m-gate" d="M-10 11V-3A10 10 0 0 1 10-3V11Z"/><path class="m-gl" d="M-5-3V8M0-5V8M5-3V8M-8 0H8M-8 5H8"/></g>
<g id="k-flee"><circle r="25" class="m-hr"/><circle r="25" class="m-ar" stroke-dasharray="4 6"/><circle cx="20" cy="-20" r="11" class="m-seal"/><path class="m-al" d="M17.6-27.5H22.4L21.4-17.6H18.6ZM18.2-15.6H21.8V-12.2H18.2Z"/></g>
<circle id="q-1" r="6.5" fill="#f7efd9" stroke="#2b2116" stroke-width="2.5"/>
<g id="q-2"><circle r="7.5" fill="#f0c53a" stroke="#2b2116" stroke-width="1.8"/><circle r="3.6" fill="none" stroke="#2b2116" stroke-width="1.4"/></g>
<path id="o-waves" d="M33,0Q38.2,5 31.9,8.5Q25.9,10.7 28.6,16.5Q30.5,23.4 23.3,23.3Q17,22.2 16.5,28.6Q14.7,35.6 8.5,31.9Q3.7,27.8 0,33Q-5,38.2 -8.5,31.9Q-10.7,25.9 -16.5,28.6Q-23.4,30.5 -23.3,23.3Q-22.2,17 -28.6,16.5Q-35.6,14.7 -31.9,8.5Q-27.8,3.7 -33,0Q-38.2,-5 -31.9,-8.5Q-25.9,-10.7 -28.6,-16.5Q-30.5,-23.4 -23.3,-23.3Q-17,-22.2 -16.5,-28.6Q-14.7,-35.6 -8.5,-31.9Q-3.7,-27.8 0,-33Q5,-38.2 8.5,-31.9Q10.7,-25.9 16.5,-28.6Q23.4,-30.5 23.3,-23.3Q22.2,-17 28.6,-16.5Q35.6,-14.7 31.9,-8.5Q27.8,-3.7 33,0Z"/>
<path id="q-3" d="M0-10 2.6-3.4 9.7-3.1 4.2 1.4 6.1 8.2 0 4.3-6.1 8.2-4.2 1.4-9.7-3.1-2.6-3.4Z" fill="#f0c53a" stroke="#2b2116" stroke-width="1.6"/>
<path id="e-fess" class="m-em" d="M-9-3.5H9V3.5H-9Z"/>
<path id="e-crown" class="m-em" d="M-8 6V-5L-4 0 0-7 4 0 8-5V6Z"/>
<path id="e-balls" class="m-em" d="M-2-7a2.4 2.4 0 1 1 4 0a2.4 2.4 0 1 1-4 0M-8-3a2.4 2.4 0 1 1 4.8 0a2.4 2.4 0 1 1-4.8 0M3.2-3a2.4 2.4 0 1 1 4.8 0a2.4 2.4 0 1 1-4.8 0M-7 3.5a2.4 2.4 0 1 1 4.8 0a2.4 2.4 0 1 1-4.8 0M2.2 3.5a2.4 2.4 0 1 1 4.8 0a2.4 2.4 0 1 1-4.8 0M-2.4 8a2.4 2.4 0 1 1 4.8 0a2.4 2.4 0 1 1-4.8 0"/>
<path id="e-lily" class="m-em" d="M0-9C3-5 3-2 1 2H2C2.5-3 8-4 8 0 8 2 6 3 4.5 2L3 4H5V6H1.5L0 10-1.5 6H-5V4H-3L-4.5 2C-6 3-8 2-8 0-8-4-2.5-3-2 2H-1C-3-2-3-5 0-9Z"/>
<path id="e-cross" class="m-em" d="M-2.2-9H2.2V-2.2H8.5V2.2H2.2V9H-2.2V2.2H-8.5V-2.2H-2.2Z"/>
<path id="e-eagle" class="m-em" d="M0-9 2.5-6.5 1.5-4C5-4 7-6 9-8 9.5-3 8 2 3.5 3L6 8 1.5 5.5 0 9-1.5 5.5-6 8-3.5 3C-8 2-9.5-3-9-8-7-6-5-4-1.5-4L-2.5-6.5Z"/>
<path id="e-star" class="m-em" d="M0-9 2.4-3.1 8.6-2.8 3.8 1.2 5.5 7.5 0 4-5.5 7.5-3.8 1.2-8.6-2.8-2.4-3.1Z"/>
<path id="e-viper" class="m-ew" d="M-4-8C3-9 6-5 2-3-3-1-7 1-3 4 1 6 5 5 5 8M-4-8-6-5"/>
<path id="e-pales" class="m-em" d="M-7.5-9H-4.5V8H-7.5ZM-1.5-9H1.5V10H-1.5ZM4.5-9H7.5V8H4.5Z"/>
<path id="e-keys" class="m-ew" d="M-6 7 4-4M6 7-4-4M-8 5-6 7M8 5 6 7M4-4a2.6 2.6 0 1 1 3-3a2.6 2.6 0 1 1-3 3M-4-4a2.6 2.6 0 1 0-3-3a2.6 2.6 0 1 0 3 3"/>
<path id="e-bear" class="m-em" d="M-1.5-9H1.5V-6.5H5V-4H1.5V0H7V3H1.5V9H-1.5V3H-7V0H-1.5V-4H-5V-6.5H-1.5Z"/>
<path id="e-castle" class="m-em" d="M-8 8V-2H-5V-5H-3V-8H-1V-6H1V-8H3V-5H5V-2H8V8H2V3H-2V8Z"/>
<path id="e-moon" class="m-em" d="M4-8A8.5 8.5 0 1 0 4 8 7 7 0 1 1 4-8Z"/>
<path id="e-book" class="m-em" d="M-9-6C-5-8-2-7-.7-5V7C-2 5-5 4.5-9 6ZM9-6C5-8 2-7 .7-5V7C2 5 5 4.5 9 6Z"/>
`
