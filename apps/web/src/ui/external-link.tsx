import { isWebLink } from '@darkroom/domain/text/link';
import type { ReactNode } from 'react';

/** A link to another site. Anything that is not http(s) is plain text (quality 20). */
export function ExternalLink(props: { href: string | null | undefined; className?: string; children?: ReactNode }) {
  const { href, className, children } = props;
  if (!isWebLink(href)) return <span className={className}>{children ?? href}</span>;
  return (
    <a href={href} className={className} target="_blank" rel="noopener noreferrer">
      {children ?? href}
    </a>
  );
}
