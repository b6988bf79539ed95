// Links to pictures that people share. Where the browser can share files, a click opens its
// sharing dialog. Otherwise the link downloads the picture.

import { all } from './dom';

async function share(link: HTMLAnchorElement): Promise<void> {
  const kind = link.dataset.share ?? '';
  const answer = await fetch(link.href);
  if (!answer.ok) throw new Error(String(answer.status));
  const file = new File([await answer.blob()], link.download, { type: kind });
  await navigator.share({ files: [file], title: document.title, url: location.href.replace(/[?#].*$/, '') });
}

export function mountSharing(root: ParentNode): void {
  for (const link of all<HTMLAnchorElement>('[data-share]', root)) {
    const probe = new File([], link.download, { type: link.dataset.share ?? '' });
    if (!navigator.canShare?.({ files: [probe] })) continue;
    link.addEventListener('click', e => {
      e.preventDefault();
      if (link.getAttribute('aria-busy')) return;
      link.setAttribute('aria-busy', 'true');
      share(link).catch((problem: unknown) => {
        // A visitor who closes the dialog has changed their mind. After any other problem the
        // picture is opened.
        if (!(problem instanceof DOMException && problem.name === 'AbortError')) location.href = link.href;
      }).finally(() => link.removeAttribute('aria-busy'));
    });
  }
}
