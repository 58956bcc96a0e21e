import type { floorBriefExport } from '@darkroom/contract/floor/floor';
import type { InputOf } from '@darkroom/contract/endpoint';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/call/api.ts';
import { download } from '../../../lib/download.ts';
import { messageOf } from '../../../lib/errors/error-message.ts';
import { useToast } from '../../../lib/toast.ts';

/** Takes the brief as a PDF, in the page's language. */
export function usePdf(endpoint: typeof floorBriefExport) {
  const { t, i18n } = useTranslation(['export', 'errors']);
  const toast = useToast();
  const [running, setRunning] = useState(false);
  const take = async (filter: InputOf<typeof floorBriefExport>['filter']) => {
    setRunning(true);
    try {
      const language = i18n.resolvedLanguage === 'vi' ? 'vi' : 'en';
      const options = { signal: new AbortController().signal, onProgress: () => undefined };
      const { name } = await download(endpoint, { format: 'pdf', language, filter }, options);
      toast.success(t('export:done', { file: name }));
    } catch (error) {
      // A session that has ended needs no message: the sign-in page is already loading.
      if (!(error instanceof ApiError && error.status === 401)) toast.error(messageOf(error, t));
    } finally {
      setRunning(false);
    }
  };
  return { running, take };
}
