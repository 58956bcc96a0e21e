import { Button } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import styles from './ask-reading.module.css';
import { Modal } from './modal.tsx';

interface AskReadingProps<Choice extends string> {
  title: string;
  hint: string;
  /** The ambiguous cells, one line each. */
  places?: readonly string[];
  choices: readonly { readonly key: Choice; readonly words: string }[];
  /** Called with the choice. Null if the text is not used. */
  onAnswer: (choice: Choice | null) => void;
}

/** Question for the meaning of an ambiguous sheet or paste. Nothing is read before the user chooses. */
export function AskReading<Choice extends string>(props: AskReadingProps<Choice>) {
  const { title, hint, places = [], choices, onAnswer } = props;
  const { t } = useTranslation('common');
  return (
    <Modal
      open
      width={520}
      title={title}
      mask={{ closable: false }}
      onCancel={() => onAnswer(null)}
      footer={<Button onClick={() => onAnswer(null)}>{t('cancel')}</Button>}
    >
      <div className="stack gap-12 mt-12">
        {hint}
        {places.map((place) => (
          <div key={place}>{place}</div>
        ))}
        {choices.map(({ key, words }) => (
          <Button key={key} className={styles.choice} onClick={() => onAnswer(key)}>
            {words}
          </Button>
        ))}
      </div>
    </Modal>
  );
}
