import { languageOf } from '@darkroom/domain/text/language';
import type { RefSelectProps } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CannedReplies } from './canned-replies.tsx';
import { useReplies } from './use-replies.ts';

/** The answers given often, beside a box one answers a customer in: offered in what they write, opened by `/` in the empty box. */
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
  // Where there are none to choose from, it is a character as any other.
  if (canned.length === 0) return { beside };
  return {
    beside,
    onSlash: () => {
      replies.current?.focus();
      setOpen('slash');
    },
  };
}
