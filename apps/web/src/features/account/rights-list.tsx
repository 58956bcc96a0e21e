import { PERMISSIONS } from '@darkroom/domain/permission/codes';
import { useTranslation } from 'react-i18next';
import css from './account-page.module.css';

/** What one may do, by area, in the codes the administrators speak of. Codes of the bureau's own come last. */
export function RightsList({ codes }: { codes: ReadonlySet<string> }) {
  const { t } = useTranslation('auth');
  const areas = [...new Set(PERMISSIONS.map((permission) => permission.area))];
  const builtIn = new Set<string>(PERMISSIONS.map((permission) => permission.code));
  const groups = [
    ...areas.map((area) => ({
      area: area as string,
      codes: PERMISSIONS.filter((permission) => permission.area === area && codes.has(permission.code)).map(
        (p) => p.code as string,
      ),
    })),
    { area: 'own', codes: [...codes].filter((code) => !builtIn.has(code)) },
  ].filter((group) => group.codes.length > 0);
  if (groups.length === 0) return <p>{t('account.no_rights')}</p>;
  return (
    <dl className={css.rights}>
      {groups.map((group) => (
        <div key={group.area}>
          <dt>{t(`area.${group.area}`)}</dt>
          <dd>{group.codes.map((code) => code.replace(/^npn_/, '')).join(', ')}</dd>
        </div>
      ))}
    </dl>
  );
}
