import { MAX_SHEET_ROWS, type PriceSheetReading } from '@darkroom/domain/price/sheet';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useNoteTexts } from '../../../lib/sheet-file/use-note-texts.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { ChooseFile } from '../../../ui/input/choose-file.tsx';
import type { BulkPriceProps } from './copy-dialog.tsx';
import type { ImportedPriceSheet } from './read-prices.ts';
import { SheetPreview } from './sheet-preview.tsx';
import { useSheetFile } from '../../../lib/sheet-file/use-sheet-file.ts';

/** Reads a price sheet, shows wrong rows and changed values, and puts the changes into the grid. */
export default function ImportDialog(props: BulkPriceProps) {
  const { list, onClose } = props;
  const { t } = useTranslation(['price', 'bulk']);
  const { number } = useFormat();
  const notesWords = useNoteTexts();
  const file = usePriceFile();
  const { opening, reset } = file;
  const result = opening.state === 'opened' ? opening.result : null;
  const readableSheets = result?.ok ? result.sheets.filter(({ reading }) => reading.ok) : [];
  const [sheet] = readableSheets;
  if (sheet && opening.state === 'opened') {
    return (
      <SheetPreview
        {...props}
        file={opening.name}
        sheet={sheet}
        otherSheetCount={readableSheets.length - 1}
        onOtherFile={reset}
      />
    );
  }
  const errorCode = result && (result.ok ? errorCodeOf(result.sheets) : result.code);
  // Price lists have their own messages for some errors. The others are shared with order sheets.
  const errorText = (code: NonNullable<typeof errorCode>): string => {
    switch (code) {
      case 'no_heading':
      case 'no_rows':
      case 'too_many_rows':
      case 'too_large':
      case 'emptyFile':
      case 'unpacksTooLarge':
        return t(`import.warning.${code}`, { rows: number(MAX_SHEET_ROWS) });
      default:
        return t(`bulk:error.${code}`);
    }
  };
  return (
    <ChooseFile
      file={file}
      error={
        errorCode && [errorText(errorCode), ...notesWords(result.ok ? result.sheets[0]?.notes : undefined)].join(' ')
      }
      title={t('import.title', { name: list.cus1_name })}
      drop={t('import.drop')}
      limits={t('import.limits', { rows: number(MAX_SHEET_ROWS) })}
      hint={t('import.hint')}
      reading={(name) => t('import.reading', { name })}
      stop={t('import.stop')}
      cancel={t('import.cancel')}
      onClose={onClose}
    />
  );
}

const errorCodeOf = (sheets: readonly ImportedPriceSheet[]): Extract<PriceSheetReading, { ok: false }>['code'] => {
  const [first] = sheets;
  return first && !first.reading.ok ? first.reading.code : 'no_heading';
};

const usePriceFile = () =>
  useSheetFile<ImportedPriceSheet>(
    () => new Worker(new URL('./price-file-worker.ts', import.meta.url), { type: 'module' }),
  );
