import { readNumber, writeNumber, type DecimalMark } from '@darkroom/domain/number/read';
import { Button } from 'antd';
import { useEffect, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackCloses } from '../../ui/page/leave-guard.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';

/** As many of them are shown as make it plain. */
const SHOWN = 3;

interface ReadingDialogProps {
  texts: readonly string[];
  mark: DecimalMark;
  /** What was pasted into: the keys go on there. */
  grid?: RefObject<HTMLElement | null>;
  /** null: they are better not taken. */
  onAnswer: (mark: DecimalMark | null) => void;
}

/** Asks how prices are meant that could be read in two ways (decision 087): those of a paste, or of a file. */
export function ReadingDialog({ texts, mark, grid, onAnswer }: ReadingDialogProps) {
  const { t } = useTranslation(['price', 'common']);
  useBackCloses(() => onAnswer(null));
  useEffect(() => () => grid?.current?.focus({ preventScroll: true }), [grid]);
  const shown = texts.slice(0, SHOWN);
  const more = texts.length > SHOWN ? ' …' : '';
  // With all the decimals a price can have: “1,299” beside “1,299.000” is not taken for what stands in the file.
  const inFull = (value: number) => {
    const [whole = '', rest = ''] = value.toFixed(3).split('.');
    return `${writeNumber(Number(whole), mark)}${mark}${rest}`;
  };
  const readAs = (by: DecimalMark) =>
    shown
      .map((text) => {
        const read = readNumber(text, by);
        return read.ok ? inFull(read.value) : text;
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
            <Button key={by} onClick={() => onAnswer(by)}>
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
