import { mailEndpoints } from '@darkroom/contract/mail/mail';
import { useApiMutation } from '../../lib/api/query.ts';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useUrlFragment } from '../../lib/use-url-fragment.ts';
import { PublicPage, ResultMessage } from './public-page.tsx';
import css from './sign-in-form.module.css';

/** Turns off a kind of emails without a session, with the link of an email (/unsubscribe#token=…&kind=…). */
export default function UnsubscribePage() {
  const { t } = useTranslation('mail');
  const link = mailEndpoints.unsubscribe.input.safeParse(Object.fromEntries(useUrlFragment()));
  const turnOff = useApiMutation(mailEndpoints.unsubscribe);
  const renderContent = () => {
    if (!link.success) return <ResultMessage>{t('unsubscribe.invalid')}</ResultMessage>;
    if (turnOff.isSuccess) return <ResultMessage>{t('unsubscribe.done')}</ResultMessage>;
    return (
      <div className={css.form}>
        <p>{t('unsubscribe.kind', { kind: t(`kind.${link.data.kind}`) })}</p>
        <button
          type="button"
          className={css.submit}
          aria-disabled={turnOff.isPending}
          onClick={() => turnOff.mutate(link.data)}
        >
          {t('unsubscribe.do')}
        </button>
      </div>
    );
  };
  return <PublicPage title={t('unsubscribe.title')}>{renderContent()}</PublicPage>;
}
