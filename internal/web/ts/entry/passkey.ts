// Passkeys: adds one on the account's page, and signs in with one. The judge's
// requests and the browser's answers are JSON with bytes as base64url.

import { outer } from '../dom';
import { outage, went } from '../outage';
import type { Accepted, PasskeyRequest, Refusal } from '../types';
import { t } from '../words';

type Json = PasskeyRequest['options'];

function bytes(text: string): ArrayBuffer {
  const raw = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
  return out.buffer;
}

function text(data: ArrayBuffer): string {
  let raw = '';
  for (const b of new Uint8Array(data)) raw += String.fromCharCode(b);
  return btoa(raw).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** Returns a list of keys with their ids as bytes. */
function keys(list: unknown): PublicKeyCredentialDescriptor[] {
  return ((list ?? []) as Json[]).map(k => ({ ...k, type: 'public-key', id: bytes(String(k['id'])) }) as PublicKeyCredentialDescriptor);
}

/** Sends a form and returns the answer. If there is none, or the judge refuses, it throws an error with a text for the reader. */
async function send<T>(what: 'read' | 'change', to: string, fields: Record<string, string>): Promise<T> {
  const was = navigator.onLine;
  const r = await fetch(to, { method: 'POST', body: new URLSearchParams(fields) })
    .catch(() => { throw new Error(outage({ what, went: went(was, navigator.onLine) })); });
  const answer = (await r.json().catch(() => null)) as (T & Partial<Refusal>) | null;
  if (!r.ok || !answer) throw new Error(answer?.error ?? outage({ what, went: 'wrong' }));
  return answer;
}

/** Asks the device for a new passkey. */
async function make(options: Json): Promise<Json> {
  const user = options['user'] as Json;
  const made = (await navigator.credentials.create({
    publicKey: {
      ...options, challenge: bytes(String(options['challenge'])), user: { ...user, id: bytes(String(user['id'])) },
      excludeCredentials: keys(options['excludeCredentials']),
    } as unknown as PublicKeyCredentialCreationOptions,
  })) as PublicKeyCredential;
  const r = made.response as AuthenticatorAttestationResponse;
  return {
    ...head(made),
    response: { clientDataJSON: text(r.clientDataJSON), attestationObject: text(r.attestationObject), transports: r.getTransports?.() ?? [] },
  };
}

/** Asks the device to sign with one of its passkeys. */
async function use(options: Json): Promise<Json> {
  const used = (await navigator.credentials.get({
    publicKey: {
      ...options, challenge: bytes(String(options['challenge'])), allowCredentials: keys(options['allowCredentials']),
    } as unknown as PublicKeyCredentialRequestOptions,
  })) as PublicKeyCredential;
  const r = used.response as AuthenticatorAssertionResponse;
  return {
    ...head(used),
    response: {
      clientDataJSON: text(r.clientDataJSON), authenticatorData: text(r.authenticatorData), signature: text(r.signature),
      userHandle: r.userHandle ? text(r.userHandle) : '',
    },
  };
}

function head(c: PublicKeyCredential): Json {
  return { id: c.id, rawId: text(c.rawId), type: c.type, authenticatorAttachment: c.authenticatorAttachment ?? undefined, clientExtensionResults: {} };
}

/** Describes an error for the reader. */
function words(e: unknown): string {
  if (e instanceof DOMException) {
    if (e.name === 'NotAllowedError' || e.name === 'AbortError') return 'Nothing was done: the request was cancelled, or the device has no passkey for this judge.';
    if (e.name === 'InvalidStateError') return 'This device has a passkey for your account already.';
    return 'This browser cannot do it here. Sign in another way.';
  }
  return e instanceof Error ? e.message : String(e);
}

const one = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);

if (window.PublicKeyCredential) {
  for (const e of document.querySelectorAll<HTMLElement>('[data-passkey-new], [data-passkey=signin]')) e.hidden = false;
  one('[data-passkey-script]')?.remove();
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-passkey]')) {
    button.addEventListener('click', () => {
      void (async () => {
        const told = one('[data-passkey-error]');
        if (told) told.hidden = true;
        button.disabled = true;
        try {
          const adds = button.dataset['passkey'] === 'new';
          const path = outer(adds ? '/me/passkeys' : '/signin/passkey');
          const asked = await send<PasskeyRequest>('read', path + '/begin', {});
          const answer = JSON.stringify(await (adds ? make(asked.options) : use(asked.options)));
          const name = document.querySelector<HTMLInputElement>('#passkeyname')?.value ?? '';
          const next = document.querySelector<HTMLInputElement>('input[name=next]')?.value ?? '';
          const done = await send<Accepted>('change', path + '/finish', { secret: asked.secret, answer, name, next });
          const here = location.pathname + location.search;
          location.assign(done.to);
          if (done.to.split('#')[0] === here) location.reload();
        } catch (e) {
          if (told) {
            told.textContent = t(words(e));
            told.hidden = false;
          }
        }
        button.disabled = false;
      })();
    });
  }
}
