import { readNumber, writeNumber, type DecimalMark } from '@darkroom/domain/number/read';
import { Button, Modal } from 'antd';
import { useEffect, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackCloses } from '../../../ui/page/leave-guard.tsx';

/** Asks once how pasted prices that could be read in two ways are meant (decision 087); null when they are better not pasted. */
export function useAskReading(mark: DecimalMark, grid: RefObject<HTMLElement | null>) {
  const [asked, setAsked] = useState<{ texts: readonly string[]; answer: (mark: DecimalMark | null) => void }>();
  const ask = (texts: readonly string[]) => new Promise<DecimalMark | null>((answer) => setAsked({ texts, answer }));
  const question = asked && (
    <ReadingDialog
      texts={asked.texts}
      mark={mark}
      grid={grid}
      onAnswer={(meant) => {
        setAsked(undefined);
        asked.answer(meant);
      }}
    />
  );
  return { ask, question };
}

/** As many of them are shown as make it plain. */
const SHOWN = 3;

interface ReadingDialogProps {
  texts: readonly string[];
  mark: DecimalMark;
  /** What was pasted into: the keys go on there. */
  grid: RefObject<HTMLElement | null>;
  onAnswer: (mark: DecimalMark | null) => void;
}

function ReadingDialog({ texts, mark, grid, onAnswer }: ReadingDialogProps) {
  const { t } = useTranslation(['price', 'common']);
  useBackCloses(() => onAnswer(null));
  useEffect(() => () => grid.current?.focus({ preventScroll: true }), [grid]);
  const shown = texts.slice(0, SHOWN);
  const more = texts.length > SHOWN ? ' …' : '';
  const readAs = (by: DecimalMark) =>
    shown
      .map((text) => {
        const read = readNumber(text, by);
        return read.ok ? writeNumber(read.value, mark) : text;
      })
      .join('  ·  ') + more;
  return (
    <Modal
      open
      width={480}
      title={t('askReading.title')}
      mask={{ closable: false }}
      onCancel={() => onAnswer(null)}
      footer={
        <>
          <Button onClick={() => onAnswer(null)}>{t('common:cancel')}</Button>
          {([',', '.'] as const).map((by) => (
            <Button key={by} type={by === mark ? 'primary' : 'default'} onClick={() => onAnswer(by)}>
              {readAs(by)}
            </Button>
          ))}
        </>
      }
    >
      {t('askReading.hint', { pasted: shown.join('  ·  ') + more })}
    </Modal>
  );
}
