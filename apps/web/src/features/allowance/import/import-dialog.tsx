import {
  MAX_MONTH_CELLS,
  applyDayResponses,
  type DayRun,
  type MonthSheetReading,
} from '@darkroom/domain/allowance/sheet';
import { addMonths, type Month } from '@darkroom/domain/calendar/day';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useSheetFile } from '../../../lib/sheet-file/use-sheet-file.ts';
import { useNoteTexts } from '../../../lib/sheet-file/use-note-texts.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { ChooseFile } from '../../../ui/sheet-import/choose-file.tsx';
import { formatMonth } from '../../../lib/i18n/month-of-year.ts';
import { AskDayOrder } from '../../../ui/overlay/day-order-dialog.tsx';
import { AskReading } from '../../../ui/overlay/ambiguity-dialog.tsx';
import { ImportPreview, type ImportDialogProps, type ImportPreviewProps } from './import-preview.tsx';
import type { ImportedMonthSheet } from './read-month.ts';

const makeWorker = () => new Worker(new URL('./month-file-worker.ts', import.meta.url), { type: 'module' });

/** Reads a month from a file and previews changes and refused values. The sheet then saves the changes. */
export default function ImportDialog(props: ImportDialogProps) {
  const { month, onClose } = props;
  const { t } = useTranslation(['allowance', 'bulk', 'common']);
  const { number } = useFormat();
  const notesWords = useNoteTexts();
  const sheetFile = useSheetFile<ImportedMonthSheet>(makeWorker);
  const { opening, reset } = sheetFile;
  const result = opening.state === 'opened' ? opening.result : null;
  const sheet = result?.ok ? result.sheets.find(({ reading }) => reading.ok) : undefined;
  const title = t('import.title', { month: formatMonth(month) });
  if (sheet?.reading.ok && opening.state === 'opened') {
    const file = [opening.name, sheet.name].filter(Boolean).join(', ');
    return (
      <DayQuestions
        {...props}
        title={title}
        file={file}
        reading={sheet.reading}
        notes={sheet.notes}
        onOtherFile={reset}
      />
    );
  }
  const errorCode = result && (result.ok ? errorCodeOf(result.sheets) : result.code);
  const errorText = (code: NonNullable<typeof errorCode>): string => {
    switch (code) {
      case 'no_heading':
      case 'no_rows':
      case 'too_many_rows':
        return t(`import.trouble.${code}`, { n: number(MAX_MONTH_CELLS) });
      default:
        return t(`bulk:error.${code}`);
    }
  };
  return (
    <ChooseFile
      file={sheetFile}
      error={
        errorCode && [errorText(errorCode), ...notesWords(result.ok ? result.sheets[0]?.notes : undefined)].join(' ')
      }
      title={title}
      drop={t('import.drop')}
      hint={t('import.hint', { layer: t(`kind.${props.layer}`) })}
      cancel={t('common:cancel')}
      onClose={onClose}
    />
  );
}

interface DayQuestionsProps extends Omit<ImportPreviewProps, 'cells'> {
  reading: Extract<MonthSheetReading, { ok: true }>;
}

function DayQuestions({ reading, ...props }: DayQuestionsProps) {
  const { cells, days, runs } = reading;
  const [order, setOrder] = useState<'read' | 'swapped' | null>(null);
  const [firstMonth, setFirstMonth] = useState<Month | null>(null);
  const datedCells = useMemo(
    () => applyDayResponses(cells, { isSwapped: order === 'swapped', ...(firstMonth && { firstMonth }) }),
    [cells, order, firstMonth],
  );
  const orOtherFile =
    <A,>(set: (answer: A) => void) =>
    (answer: A | null) =>
      answer === null ? props.onOtherFile() : set(answer);
  if (days && order === null) return <AskDayOrder question={days} onAnswer={orOtherFile(setOrder)} />;
  if (runs.length > 1 && firstMonth === null)
    return <AskPeriod runs={runs} month={props.month} onAnswer={orOtherFile(setFirstMonth)} />;
  return <ImportPreview {...props} cells={datedCells} />;
}

interface AskPeriodProps {
  runs: readonly DayRun[];
  month: Month;
  onAnswer: (firstMonth: Month | null) => void;
}

/** Asks which months a pay period covers: this month is its last or its first month. */
function AskPeriod({ runs, month, onAnswer }: AskPeriodProps) {
  const { t } = useTranslation('allowance');
  const ranges = runs.map(({ first, last }) => `${first}–${last}`);
  const choices = [addMonths(month, 1 - runs.length), month].map((key) => ({
    key,
    words: ranges.map((range, index) => `${range}: ${formatMonth(addMonths(key, index))}`).join(' · '),
  }));
  return (
    <AskReading
      title={t('import.period.title')}
      hint={t('import.period.hint', { days: ranges.join(', '), month: formatMonth(month) })}
      choices={choices}
      onAnswer={onAnswer}
    />
  );
}

const errorCodeOf = (sheets: readonly ImportedMonthSheet[]) => {
  const [first] = sheets;
  return first && !first.reading.ok ? first.reading.code : 'no_heading';
};
