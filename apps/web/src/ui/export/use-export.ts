import type { Endpoint, InputOf } from '@darkroom/contract/endpoint';
import type { ExportEndpoint } from '@darkroom/contract/endpoints';
import { MAX_PDF_ROWS, type ExportFormat, type ExportLanguage } from '@darkroom/contract/fields';
import { useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { download, type DownloadProgress } from '../../lib/download.ts';
import { getErrorMessage } from '../../lib/errors/error-message.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useToast } from '../../lib/toast.ts';

/** A list that can be exported as a file. */
export interface ExportProps<E extends ExportEndpoint> {
  endpoint: E;
  /** The list's filter and order. The file has all pages. */
  list: InputOf<E>['filter'] & { page?: number; page_size?: number };
  /** The number of rows. Undefined until it is known. */
  total: number | undefined;
}

/** Interval of a changing number, slow enough to read. */
const UPDATE_EVERY_MS = 200;

/** Runs one export at a time from one list. The export continues when the user leaves the screen, and reports when the file is ready. */
export function useExport<E extends ExportEndpoint>(
  endpoint: E,
  list: ExportProps<E>['list'],
  total: number | undefined,
) {
  const { t, i18n } = useTranslation(['export', 'errors']);
  const { number } = useFormat();
  const toast = useToast();
  const [activeExport, setActiveExport] = useState<(DownloadProgress & { format: ExportFormat }) | null>(null);
  const stop = useRef<AbortController | null>(null);

  const tooManyForPdf = () =>
    toast.info(t('errors:too_many_rows'), { label: t('takeExcel'), onPress: () => start('xlsx') });

  async function run(format: ExportFormat) {
    const controller = new AbortController();
    stop.current = controller;
    setActiveExport({ format, rows: 0, bytes: 0 });
    let lastUpdate = 0;
    const onProgress = (progress: DownloadProgress) => {
      const now = performance.now();
      if (lastUpdate > 0 && now - lastUpdate < UPDATE_EVERY_MS) return;
      lastUpdate = now;
      setActiveExport({ format, ...progress });
    };
    const { page: _page, page_size: _size, ...filter } = list;
    const language: ExportLanguage = i18n.resolvedLanguage === 'vi' ? 'vi' : 'en';
    try {
      // The button's type has checked that the list fits its endpoint.
      const fileEndpoint: Endpoint = endpoint;
      const { name } = await download(
        fileEndpoint,
        { format, language, filter },
        { signal: controller.signal, onProgress },
      );
      toast.success(t('done', { file: name }));
    } catch (error) {
      if (controller.signal.aborted) toast.info(t('cancelled'));
      else if (error instanceof ApiError && error.problem.code === 'too_many_rows') tooManyForPdf();
      // An ended session needs no message, because the sign-in page is loading.
      else if (!(error instanceof ApiError && error.status === 401)) toast.error(getErrorMessage(error, t));
    } finally {
      setActiveExport(null);
    }
  }

  const start = (format: ExportFormat) => {
    if (format === 'pdf' && total !== undefined && total > MAX_PDF_ROWS) tooManyForPdf();
    else void run(format);
  };

  return {
    running: activeExport && { words: formatProgress(activeExport) },
    start,
    cancel: () => stop.current?.abort(),
  };

  function formatProgress({ format, rows, bytes }: DownloadProgress & { format: ExportFormat }): string {
    if (rows === 0) return t('preparing');
    const n = number(rows);
    if (format === 'pdf' && bytes === 0) return t('layingOut', { count: rows, n });
    return t('received', { count: rows, n, size: `${number(Math.round(bytes / 100_000) / 10)} MB` });
  }
}
