import { readNumber, writeNumber, type DecimalMark } from '@darkroom/domain/number/read';
import type { AmbiguousAmount } from '@darkroom/domain/price/sheet-amount';
import { useEffect, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { AskReading } from '../../ui/overlay/ask-reading.tsx';

/** As many of them are shown as make it plain. */
const SHOWN = 3;

/** An amount that was pasted, or one of a file with the place it stands at. */
type Asked = Pick<AmbiguousAmount, 'text'> & Partial<AmbiguousAmount>;

interface ReadingDialogProps {
  asked: readonly Asked[];
  mark: DecimalMark;
  /** What was pasted into: the keys go on there. */
  grid?: RefObject<{ focus: () => void } | null>;
  /** null: they are better not taken. */
  onAnswer: (mark: DecimalMark | null) => void;
}

/** Asks how prices are meant that could be read in two ways (decision 087): those of a paste, or of a file. */
export default function ReadingDialog({ asked, mark, grid, onAnswer }: ReadingDialogProps) {
  const { t } = useTranslation('price');
  useEffect(() => () => grid?.current?.focus(), [grid]);
  const shown = asked.slice(0, SHOWN);
  const more = asked.length > SHOWN ? ' …' : '';
  // With all the decimals a price can have: “1,299” beside “1,299.000” is not taken for what stands in the file.
  const inFull = (value: number) => {
    const [whole = '', rest = ''] = value.toFixed(3).split('.');
    return `${writeNumber(Number(whole), mark)}${mark}${rest}`;
  };
  const readAs = (by: DecimalMark) =>
    shown
      .map(({ field, text }) => {
        const read = readNumber(text, by);
        const value = read.ok ? inFull(read.value) : text;
        return field ? `${t(`import.field.${field}`)} ${value}` : value;
      })
      .join(' · ') + more;
  return (
    <AskReading
      title={t('askReading.title')}
      hint={t('askReading.hint', { pasted: shown.map(({ text }) => text).join(' · ') + more })}
      places={shown.flatMap(({ row, category, field, text }) =>
        field ? [t('askReading.place', { row, category, field: t(`import.field.${field}`), text })] : [],
      )}
      choices={([',', '.'] as const).map((key) => ({
        key,
        words: t(`askReading.mark.${key === ',' ? 'comma' : 'point'}`, { read: readAs(key) }),
      }))}
      onAnswer={onAnswer}
    />
  );
}
