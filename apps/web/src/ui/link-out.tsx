import type { ReactNode } from 'react';

/** http and https only: the server refuses other links, and so does the page once more (quality 20). */
export const isWebLink = (href: string | null | undefined): href is string => /^https?:\/\/\S+$/i.test(href ?? '');

/** A link to somewhere else. Anything that is not http(s) is shown as plain text. */
export function LinkOut(props: { href: string | null | undefined; className?: string; children?: ReactNode }) {
  const { href, className, children } = props;
  if (!isWebLink(href)) return <span className={className}>{children ?? href}</span>;
  return (
    <a href={href} className={className} target="_blank" rel="noopener noreferrer">
      {children ?? href}
    </a>
  );
}
