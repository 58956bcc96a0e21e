import type { DayQuestion } from '@darkroom/domain/order-sheet/dates';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { AskReading } from './ambiguity-dialog.tsx';

const MAX_EXAMPLES = 3;

interface AskDayOrderProps {
  question: DayQuestion;
  /** Called with the choice. Null if the sheet is not read. */
  onAnswer: (order: 'read' | 'swapped' | null) => void;
}

/** Question for a whole column of days: the user decides once if day and month are swapped (decision 086). */
export function AskDayOrder({ question: { ambiguous: doubtful }, onAnswer }: AskDayOrderProps) {
  const { t } = useTranslation('bulk');
  const { day, number } = useFormat();
  const shown = doubtful.slice(0, MAX_EXAMPLES);
  const more = doubtful.length > shown.length ? ' …' : '';
  const days = (reading: 'read' | 'swapped') =>
    shown
      .map((item) => {
        const date = item[reading];
        return date ? day(date) : t('dayOrder.none', { text: item.text });
      })
      .join(' · ') + more;
  return (
    <AskReading
      title={t('dayOrder.title')}
      hint={t('dayOrder.hint', { count: doubtful.length, n: number(doubtful.length) })}
      places={shown.map(({ row, text }) => t('dayOrder.place', { row: number(row), text }))}
      choices={(['read', 'swapped'] as const).map((key) => ({ key, words: t(`dayOrder.${key}`, { days: days(key) }) }))}
      onAnswer={onAnswer}
    />
  );
}
