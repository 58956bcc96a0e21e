import { readNumber, writeNumber, type DecimalMark } from '@darkroom/domain/number/read';
import type { AmbiguousAmount } from '@darkroom/domain/price/sheet-amount';
import { useEffect, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { AskReading } from '../../ui/overlay/ask-reading.tsx';

/** Number of examples. */
const SHOWN = 3;

/** A pasted amount, or an amount of a file with its position. */
type Asked = Pick<AmbiguousAmount, 'text'> & Partial<AmbiguousAmount>;

interface ReadingDialogProps {
  asked: readonly Asked[];
  mark: DecimalMark;
  /** The grid of the paste. It gets the focus back. */
  grid?: RefObject<{ focus: () => void } | null>;
  /** Null if the amounts are not applied. */
  onAnswer: (mark: DecimalMark | null) => void;
}

/** Asks how to read ambiguous prices of a paste or a file (decision 087). */
export default function ReadingDialog({ asked, mark, grid, onAnswer }: ReadingDialogProps) {
  const { t } = useTranslation('price');
  useEffect(() => () => grid?.current?.focus(), [grid]);
  const shown = asked.slice(0, SHOWN);
  const more = asked.length > SHOWN ? ' …' : '';
  // Shows all decimals of a price, so that “1,299.000” differs clearly from the file's “1,299”.
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
