import { CHECK_EXAMPLE, MESSAGE_EXAMPLE } from '@darkroom/contract/webhook/webhook';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import css from './webhook-guide.module.css';

const HEADERS = ['id', 'timestamp', 'signature'] as const;
const ANSWERS = ['arrived', 'again', 'order', 'twice'] as const;

/** Guide for the receiving program: events, signature check and response. */
export function WebhookGuide() {
  const { t } = useTranslation('webhook');
  return (
    <details className={css.guide}>
      <summary>{t('guide.title')}</summary>
      <section>
        <h2>{t('guide.messages')}</h2>
        <p>{t('guide.messagesHint')}</p>
        <Example className={css.message} label={t('guide.message')} text={MESSAGE_EXAMPLE} />
        <dl>
          {HEADERS.map((header) => (
            <div key={header}>
              <dt>
                <code>webhook-{header}</code>
              </dt>
              <dd>{t(`guide.header.${header}`)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h2>{t('guide.check')}</h2>
        <p>{t('guide.checkHint')}</p>
        <Example label={t('guide.code')} text={CHECK_EXAMPLE} />
      </section>
      <section>
        <h2>{t('guide.response')}</h2>
        <ul>
          {ANSWERS.map((response) => (
            <li key={response}>{t(`guide.responses.${response}`)}</li>
          ))}
        </ul>
      </section>
    </details>
  );
}

/** Example code with a copy button. Wide code scrolls on its own. */
function Example({ label, text, className }: { label: string; text: string; className?: string | undefined }) {
  const { t } = useTranslation('common');
  return (
    <div className={css.example}>
      <pre className={className} role="group" tabIndex={0} aria-label={label} lang="en">
        <code>{text}</code>
      </pre>
      <CopyButton text={text} what={label} label={t('copy.tip', { what: label })} />
    </div>
  );
}
