// The only place where text becomes elements, or the address of a script. Browsers with Trusted
// Types refuse this everywhere else (require-trusted-types-for in the header
// Content-Security-Policy), so that a script cannot do it by mistake.

import { outer } from './dom';

type Rules = { createHTML(text: string): string; createScriptURL(text: string): string };
type Policy = { createHTML(text: string): unknown; createScriptURL(text: string): unknown };
type Factory = { createPolicy(name: string, rules: Rules): Policy };

// The address of the service worker, the only script that is not named by a page.
const worker = outer('/sw.js');

// The name is also in the header: no other policy can be created.
const policy = (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('podesta', {
  createHTML: text => text,
  createScriptURL: text => {
    if (text !== worker) throw new TypeError(text);
    return text;
  },
});

// trusted returns text in the type that browsers demand.
const trusted = (text: string): string => (policy ? policy.createHTML(text) : text) as string;

// setContent replaces the content of an element by a part of a page. The text must
// come from the judge, which has escaped what people have written.
export function setContent(e: Element, text: string): void { e.innerHTML = trusted(text); }

// parsePage parses a page, or a part of one, from the judge. Its scripts do not run.
export const parsePage = (text: string): Document => new DOMParser().parseFromString(trusted(text), 'text/html');

// parseDrawing parses a drawing from the judge. An error is a document, too.
export const parseDrawing = (text: string): Document => new DOMParser().parseFromString(trusted(text), 'image/svg+xml');

// registerWorker registers the service worker.
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register((policy ? policy.createScriptURL(worker) : worker) as string);
}
