import { parseNumber, writeNumber, type DecimalMark } from '@darkroom/domain/number/parse';
import type { AmbiguousAmount } from '@darkroom/domain/price/sheet-amount';
import { useEffect, type RefObject } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { AskReading } from '../../ui/overlay/ambiguity-dialog.tsx';

const MAX_EXAMPLES = 3;

/** A pasted amount, or an amount of a file with its position. */
type AmbiguousExample = Pick<AmbiguousAmount, 'text'> & Partial<AmbiguousAmount>;

interface DecimalMarkDialogProps {
  amounts: readonly AmbiguousExample[];
  mark: DecimalMark;
  /** The grid of the paste. It receives the focus again. */
  grid?: RefObject<{ focus: () => void } | null>;
  /** Called with the decimal mark. Null if the amounts are not applied. */
  onAnswer: (mark: DecimalMark | null) => void;
}

/** Asks how to read ambiguous prices of a paste or a file (decision 087). */
export default function DecimalMarkDialog({ amounts, mark, grid, onAnswer }: DecimalMarkDialogProps) {
  const { t } = useTranslation('price');
  useEffect(() => () => grid?.current?.focus(), [grid]);
  const examples = amounts.slice(0, MAX_EXAMPLES);
  const ellipsis = amounts.length > MAX_EXAMPLES ? ' …' : '';
  // Shows all decimals of a price, so that “1,299.000” differs clearly from the file's “1,299”.
  const formatInFull = (value: number) => {
    const [integerPart = '', decimals = ''] = value.toFixed(3).split('.');
    return `${writeNumber(Number(integerPart), mark)}${mark}${decimals}`;
  };
  const formatReadings = (by: DecimalMark) =>
    examples
      .map(({ field, text }) => {
        const read = parseNumber(text, by);
        const value = read.ok ? formatInFull(read.value) : text;
        return field ? `${t(`import.field.${field}`)} ${value}` : value;
      })
      .join(' · ') + ellipsis;
  return (
    <AskReading
      title={t('askReading.title')}
      hint={t('askReading.hint', { pasted: examples.map(({ text }) => text).join(' · ') + ellipsis })}
      places={examples.flatMap(({ row, category, field, text }) =>
        field ? [t('askReading.place', { row, category, field: t(`import.field.${field}`), text })] : [],
      )}
      choices={([',', '.'] as const).map((key) => ({
        key,
        words: t(`askReading.mark.${key === ',' ? 'comma' : 'point'}`, { read: formatReadings(key) }),
      }))}
      onAnswer={onAnswer}
    />
  );
}
