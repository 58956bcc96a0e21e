import { languageOf } from '@darkroom/domain/text/language';
import type { RefSelectProps } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { SavedReplies } from './saved-replies.tsx';
import { useReplies } from './use-replies.ts';

/** Returns the saved replies next to a reply box, in the customer's language. `/` in the empty box opens them. */
export function useSavedReplies(
  customerTexts: readonly string[],
  insert: (text: string) => void,
): { replyPicker: ReactNode; onSlash?: () => void } {
  const { i18n } = useTranslation();
  const [openedBy, setOpenedBy] = useState<'slash' | 'press' | null>(null);
  const selectRef = useRef<RefSelectProps>(null);
  const savedReplies = useReplies();
  const language = languageOf(customerTexts.join('\n')) ?? (i18n.resolvedLanguage === 'vi' ? 'vi' : 'en');
  const replyPicker = (
    <SavedReplies
      ref={selectRef}
      language={language}
      open={openedBy !== null}
      isOpenedBySlash={openedBy === 'slash'}
      onOpen={(isOpen) => setOpenedBy(isOpen ? 'press' : null)}
      onChoose={insert}
    />
  );
  // Without saved replies, `/` is a normal character.
  if (savedReplies.length === 0) return { replyPicker };
  return {
    replyPicker,
    onSlash: () => {
      selectRef.current?.focus();
      setOpenedBy('slash');
    },
  };
}
