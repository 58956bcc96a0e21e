import { languageOf } from '@darkroom/domain/text/language';
import type { RefSelectProps } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CannedReplies } from './canned-replies.tsx';
import { useReplies } from './use-replies.ts';

/** Saved replies next to a reply box, in the customer's language. `/` in the empty box opens them. */
export function useCanned(
  theirs: readonly string[],
  insert: (text: string) => void,
): { beside: ReactNode; onSlash?: () => void } {
  const { i18n } = useTranslation();
  const [open, setOpen] = useState<'slash' | 'press' | null>(null);
  const replies = useRef<RefSelectProps>(null);
  const canned = useReplies();
  const language = languageOf(theirs.join('\n')) ?? (i18n.resolvedLanguage === 'vi' ? 'vi' : 'en');
  const beside = (
    <CannedReplies
      ref={replies}
      language={language}
      open={open !== null}
      slashed={open === 'slash'}
      onOpen={(now) => setOpen(now ? 'press' : null)}
      onChoose={insert}
    />
  );
  // Without saved replies, `/` is a normal character.
  if (canned.length === 0) return { beside };
  return {
    beside,
    onSlash: () => {
      replies.current?.focus();
      setOpen('slash');
    },
  };
}
