import { LANGUAGES, mailEndpoints, type MailPreferences } from '@darkroom/contract/mail/mail';
import { Alert, Checkbox, Select } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useActor } from '../../lib/session/session.ts';
import { LoadErrorMessage, SkeletonLines } from '../../ui/data-table/data-table-states.tsx';
import { Segmented } from '../../ui/input/segmented.tsx';
import css from './account-page.module.css';
import { FactItem } from './fact.tsx';
import { usePreferences } from './use-preferences.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const AT_ONCE = 'at_once';
const getDeviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const toInput = ({ kinds, language, at_hour, time_zone }: MailPreferences) => ({
  kinds,
  language,
  at_hour,
  time_zone: time_zone ?? getDeviceZone(),
});

/** Emails that the account receives, their language, and the time of the email about completed jobs. */
export function MyMails() {
  const { t } = useTranslation(['mail', 'common']);
  const who = useActor().account === 'customer' ? 'customer' : 'staff';
  const { saved, choice, change } = usePreferences(mailEndpoints.preferences, mailEndpoints.setPreferences, toInput);
  const { data } = saved;
  return (
    <section aria-labelledby="own-mails">
      <h2 id="own-mails">{t('title')}</h2>
      {saved.isLoading && <SkeletonLines count={4} />}
      {saved.isError && !data && <LoadErrorMessage error={saved.error} onRetry={() => void saved.refetch()} />}
      {data?.address === null && <p className="muted">{t(`mine.noAddress.${who}`)}</p>}
      {data && data.address !== null && choice && (
        <>
          <p className="muted">{t('mine.address', { address: data.address })}</p>
          {data.refused && <Alert className="mb-12" type="warning" showIcon title={t(`mine.refused.${who}`)} />}
          <Checkbox.Group
            className={css.notificationTypes}
            aria-label={t('column.kind')}
            value={choice.kinds}
            options={data.choices.map((value) => ({ value, label: t(`kind.${value}`) }))}
            onChange={(on) => void change(() => ({ kinds: data.choices.filter((kind) => on.includes(kind)) }))}
          />
          <dl className="mt-12">
            <FactItem name={t('common:language')}>
              <Segmented
                aria-label={t('mine.language')}
                value={choice.language}
                options={LANGUAGES.map((value) => ({ value, label: t(`in.${value}`) }))}
                onChange={(language) => void change(() => ({ language }))}
              />
            </FactItem>
            {choice.kinds.includes('completed') && (
              <FactItem name={t('kind.completed')}>
                <Select<number | typeof AT_ONCE>
                  aria-label={t('mine.when')}
                  value={choice.at_hour ?? AT_ONCE}
                  popupMatchSelectWidth={false}
                  options={[
                    { value: AT_ONCE, label: t('mine.atOnce') },
                    ...HOURS.map((hour) => ({ value: hour, label: t('mine.daily', { time: formatHour(hour) }) })),
                  ]}
                  onChange={(hour) =>
                    void change(() => ({ at_hour: hour === AT_ONCE ? null : hour, time_zone: getDeviceZone() }))
                  }
                />
                {choice.at_hour !== null && (
                  <span className="muted block">{t('mine.zone', { zone: choice.time_zone })}</span>
                )}
              </FactItem>
            )}
          </dl>
        </>
      )}
    </section>
  );
}

const formatHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
