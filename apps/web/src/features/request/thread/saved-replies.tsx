import { foldedMatch } from '@darkroom/domain/text/fold';
import type { Language } from '@darkroom/domain/text/language';
import { Select, type RefSelectProps } from 'antd';
import { useState, type Ref } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { Segmented } from '../../../ui/input/segmented.tsx';
import styles from './request-thread.module.css';
import { useReplies } from './use-replies.ts';

interface SavedRepliesProps {
  ref: Ref<RefSelectProps>;
  /** Language of the customer. */
  language: Language;
  open: boolean;
  /** True if the character `/` opened it. The character is not in the text. */
  isOpenedBySlash: boolean;
  onOpen: (open: boolean) => void;
  onChoose: (text: string) => void;
}

const LANGUAGES = ['vi', 'en'] as const;

const renderReply = ({ data }: { data: { label: string } }) => <span className={styles.savedReply}>{data.label}</span>;

/** Saved replies: the user finds one by its text, puts it into the box and can edit it. */
export function SavedReplies({
  ref,
  language: customerLanguage,
  open,
  isOpenedBySlash,
  onOpen,
  onChoose,
}: SavedRepliesProps) {
  const { t } = useTranslation(['request', 'common']);
  const replies = useReplies();
  const [selectedLanguage, setSelectedLanguage] = useState<Language | null>(null);
  const language = selectedLanguage ?? customerLanguage;
  if (replies.length === 0) return null;
  return (
    <div className={styles.replies}>
      <Select
        ref={ref}
        aria-label={t('thread.savedReplies')}
        placeholder={t('thread.savedReplies')}
        value={null}
        open={open}
        onOpenChange={onOpen}
        options={replies.map((reply) => ({ value: reply.key, label: reply[language] }))}
        showSearch={{ filterOption: (typed, option) => foldedMatch(option?.label ?? '', typed) }}
        optionRender={renderReply}
        // A second `/` or Escape types the character, because a reply can begin with a path.
        onInputKeyDown={(event) => {
          const isSecondSlash = event.key === '/' && event.target instanceof HTMLInputElement && !event.target.value;
          if (!isSecondSlash && !(event.key === 'Escape' && isOpenedBySlash)) return;
          event.preventDefault();
          // Keeps the drawer open.
          event.stopPropagation();
          onOpen(false);
          onChoose('/');
        }}
        onSelect={(key: string | null) => {
          const reply = replies.find((item) => item.key === key);
          if (reply) onChoose(reply[language]);
        }}
      />
      <Segmented
        aria-label={t('thread.language')}
        value={language}
        options={LANGUAGES.map((value) => ({ value, label: value.toUpperCase() }))}
        onChange={setSelectedLanguage}
      />
    </div>
  );
}
