import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportError } from '../../lib/report.ts';

/** Tells the server of a fault and shows the number under which it is found there; nothing while there is none. */
export function ReportNumber({ error }: { error: unknown }) {
  const { t } = useTranslation('errors');
  const [number, setNumber] = useState<string | null>(null);
  useEffect(() => {
    void reportError(error).then(setNumber);
  }, [error]);
  return number ? <p className="quiet">{t('page.report_number', { number })}</p> : null;
}
