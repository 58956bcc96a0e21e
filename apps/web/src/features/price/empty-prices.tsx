import { categoryEndpoints } from '@darkroom/contract/category';
import { customerEndpoints, customerTreeEndpoints } from '@darkroom/contract/customer/customer';
import { priceEndpoints } from '@darkroom/contract/price/price';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { query } from '../../lib/api/query.ts';
import { useCan } from '../../lib/session/session.ts';
import { Empty } from '../../ui/data-table/data-table-states.tsx';

/** Shown before a customer is selected: a hint to select one, or to add the first. */
export function NoCustomer() {
  const { t } = useTranslation('price');
  const can = useCan();
  const { data } = useQuery(query(customerTreeEndpoints.list, {}));
  if (data?.cus1_list.length !== 0) return <Empty title={t('none.title')} hint={t('none.hint')} />;
  return (
    <Empty
      title={t('none.customers')}
      hint={t('none.customersHint')}
      action={
        can(customerEndpoints.detailAdd.access) && (
          <Link to="/customer/details" search={{ form: 'new' }}>
            {t('none.addCustomer')}
          </Link>
        )
      }
    />
  );
}

/** Shown when the catalogue has no category that could have a price. */
export function NoCategory() {
  const { t } = useTranslation('price');
  const can = useCan();
  return (
    <Empty
      title={t('none.categories')}
      hint={t('none.categoriesHint')}
      action={can(categoryEndpoints.add.access) && <Link to="/setting/category">{t('none.addCategory')}</Link>}
    />
  );
}

/** Shown when the filter "priced" finds no price, with a link to all categories. */
export function NoPrice({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useTranslation('price');
  const can = useCan();
  const canChange = can(priceEndpoints.update.access);
  return (
    <Empty
      title={t('none.prices')}
      {...(canChange ? { hint: t('none.pricesHint') } : {})}
      action={<Button onClick={onShowAll}>{t(canChange ? 'none.setPrices' : 'none.showAll')}</Button>}
    />
  );
}
