// Package words gives the pages in other languages than English.
//
// The English texts are the keys, as in gettext: whoever writes a page writes
// English, and the catalogues (it.po, es.po ...) say what each text is in another
// language. A text that has no translation stays English.
//
// The texts of a template are found by the rules of Source: a template is
// translated once, before it is parsed, so a page in Italian costs what an English
// one costs. What is only known when a page is made goes through the functions T
// and N, which templates have as well.
package words
