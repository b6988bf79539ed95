// Package words translates the pages and messages of the judge.
//
// The English texts are the keys, as in gettext: pages are written in English,
// and the catalogues hold the translations. Each language has a folder with a file for each area of
// the program. A text without a translation stays English.
//
// Source defines which parts of a template are texts. A template is translated once, before it is
// parsed, so a page in Italian costs as much as one in English. Texts that are known only when a
// page is rendered use the functions T and N, which are also available in templates.
package words
