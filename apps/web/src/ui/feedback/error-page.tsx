import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { CodeLoadError } from '../lazy/fetch-boundary.tsx';
import css from './error-page.module.css';
import { reportError } from '../../lib/error-report.ts';

/** A page with the spec's sentence about the error and a link to Home (spec §2). */
function ErrorPage({ code, sentence, hint }: { code: string; sentence: string; hint?: string }) {
  const { t } = useTranslation('errors');
  usePageTitle(code);
  return (
    <section className={css.page}>
      <p className={css.code} aria-hidden>
        {code}
      </p>
      <h1>{sentence}</h1>
      {hint ? <p className="muted">{hint}</p> : null}
      <Link className={css.home} to="/">
        {t('page.backHome')}
      </Link>
    </section>
  );
}

export function ForbiddenPage() {
  const { t } = useTranslation('errors');
  return <ErrorPage code="403" sentence={t('page.forbidden')} hint={t('page.forbiddenHint')} />;
}

export function ServerErrorPage() {
  const { t } = useTranslation('errors');
  return <ErrorPage code="500" sentence={t('page.serverError')} hint={t('page.serverErrorHint')} />;
}

export function NotFoundPage() {
  const { t } = useTranslation('errors');
  return <ErrorPage code="404" sentence={t('page.not_found')} hint={t('page.not_found_hint')} />;
}

/** A screen whose code could not be fetched, for example on a first visit without a network. */
function NotLoadedPage({ error, onRetry }: { error: CodeLoadError; onRetry: () => void }) {
  const { t } = useTranslation('errors');
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    error.forget();
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [error]);
  usePageTitle(t('page.notLoaded'));
  return (
    <section className={css.page} role="alert">
      <h1>{t('page.notLoaded')}</h1>
      <p className="muted">{t('unreachable')}</p>
      <button type="button" className={css.home} onClick={onRetry}>
        {t('page.try_again')}
      </button>
    </section>
  );
}

/** The router's fallback for a screen that could not be fetched or has crashed. */
export function FailedPage({ error, reset }: { error: unknown; reset: () => void }) {
  return error instanceof CodeLoadError ? (
    <NotLoadedPage error={error} onRetry={reset} />
  ) : (
    <BrokenPage error={error} />
  );
}

/** A plain link opens Home, because the router itself could be broken. */
function BrokenPage({ error }: { error: unknown }) {
  const { t } = useTranslation('errors');
  usePageTitle(t('page.broken'));
  return (
    <section className={css.page} role="alert">
      <h1>{t('page.broken')}</h1>
      <p className="muted">{t('page.brokenHint')}</p>
      <ReportNumber error={error} />
      <a className={css.home} href="/">
        {t('page.backHome')}
      </a>
    </section>
  );
}

/** Reports an error to the server and shows its number in the server's log. Empty until there is one. */
function ReportNumber({ error }: { error: unknown }) {
  const { t } = useTranslation('errors');
  const [number, setNumber] = useState<string | null>(null);
  useEffect(() => {
    void reportError(error).then(setNumber);
  }, [error]);
  return number ? <p className="muted">{t('page.reportNumber', { number })}</p> : null;
}
