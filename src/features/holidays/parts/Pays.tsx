import { useApp, useText } from '../../../kit/hooks/app.ts'
import { text } from '../text.ts'
import styles from './holidays.module.css'
import type { Pay } from './months.ts'

/** When each month's bill is paid; a day that moves shows both. */
export function Pays({ pays }: { pays: readonly Pay[] }) {
  const words = useText(text)
  const { language } = useApp()
  return (
    <section className={`card ${styles.pays}`} aria-labelledby="pays">
      <header>
        <h2 id="pays">{words.pays}</h2>
        <p>{words.paysHint}</p>
      </header>
      {pays.length === 0 && <p>{words.noPays}</p>}
      <ul>
        {pays.map(({ period, products, before, after }) => (
          <li key={`${period} ${products[0]!.nameEn}`}>
            <span>{words.bill(period)}</span>
            <b>
              {before !== after && <del>{before}</del>}
              {before === after ? after : <ins>{after}</ins>}
            </b>
            <small>{products.map((one) => (language === 'zh-CN' ? one.nameZh : one.nameEn)).join(' · ')}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
