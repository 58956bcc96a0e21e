import { parseNumber, writeNumber, type DecimalMark } from '@darkroom/domain/number/parse';
import { useEffect, type RefObject } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { AskReading } from './ambiguity-dialog.tsx';

const MAX_EXAMPLES = 3;

interface DecimalMarkDialogProps {
  /** Amounts that can be read in two ways. */
  texts: readonly string[];
  mark: DecimalMark;
  /** The grid of the paste. It receives the focus again. */
  grid?: RefObject<{ focus: () => void } | null>;
  /** Called with the decimal mark. Null if the amounts are not applied. */
  onAnswer: (mark: DecimalMark | null) => void;
}

/** Asks how to read ambiguous amounts of a paste or a file (decision 087). */
export default function DecimalMarkDialog({ texts, mark, grid, onAnswer }: DecimalMarkDialogProps) {
  const { t } = useTranslation('bulk');
  useEffect(() => () => grid?.current?.focus(), [grid]);
  const examples = texts.slice(0, MAX_EXAMPLES);
  const ellipsis = texts.length > MAX_EXAMPLES ? ' …' : '';
  // Shows all decimals of a price, so that “1,299.000” differs clearly from the file's “1,299”.
  const formatInFull = (value: number) => {
    const [integerPart = '', decimals = ''] = value.toFixed(3).split('.');
    return `${writeNumber(Number(integerPart), mark)}${mark}${decimals}`;
  };
  const formatReading = (text: string, by: DecimalMark) => {
    const read = parseNumber(text, by);
    return read.ok ? formatInFull(read.value) : text;
  };
  const formatReadings = (by: DecimalMark) => examples.map((text) => formatReading(text, by)).join(' · ') + ellipsis;
  return (
    <AskReading
      title={t('askReading.title')}
      hint={t('askReading.hint', { pasted: examples.join(' · ') + ellipsis })}
      choices={([',', '.'] as const).map((key) => ({
        key,
        words: t(`askReading.mark.${key === ',' ? 'comma' : 'point'}`, { read: formatReadings(key) }),
      }))}
      onAnswer={onAnswer}
    />
  );
}
