/** How the characters of the menu's and the shell's own words are read: a syllable and its characters, each reading once. */
const READINGS =
  'an 广暗,bai 败,ban 板版,bang 榜,bao 保报,bei 北,ben 本,bi 闭,bian 编,biao 标表,bin 频,bing 屏,bo 播' +
  ',bu 不布步部,cai 才菜,cao 操,ce 侧,cha 查,chan 单,chang 长,cheng 成,chong 重,chu 出础,ci 次此,cun 存' +
  ',cuo 错,da 打,dan 单,dang 当,dao 到导,de 底的,deng 登,di 底提的第,dian 点,die 跌,ding 定订顶,dong 东动' +
  ',du 度,duan 端,duo 多度,fa 发,fang 放方访,fen 分,feng 风,fou 不,fu 复服负,gang 刚,gao 稿,ge 个合格,gen 根' +
  ',gong 供共功工红,gou 构,gu 估固,guan 关管,guang 广,guo 果,hang 航,hao 号,he 合核,hei 黑,hong 红,hou 后' +
  ',hu 户许,hua 划化话,huan 换,hui 会恢惠,huo 或,ji 其击即基系计辑,jia 假加架,jian 件剪监荐键间,jiao 焦,jie 捷节结' +
  ',jin 仅今金,jing 京径经,jiu 久,ju 局据,ka 卡,kai 开,kan 看,ke 可,kong 控,kou 口,kuai 会快,kuan 宽,lai 来' +
  ',lan 栏览,le 了,lei 类,li 历理离,lian 联链,liang 两亮量,liao 了,lie 列,ling 令,liu 留,lu 录绿,lv 绿,ma 码' +
  ',mei 每没,meng 盟,mian 面,ming 名命明,mo 模没,mu 模目,na 内,nai 能,nei 内,neng 能,ni 你,nian 粘,ou 区' +
  ',pan 盘,pei 配,pi 匹,pian 片,pin 频,ping 屏,qi 其起,qia 卡,qian 前签,qie 切,qing 情请,qiu 求,qu 区取' +
  ',quan 全券权,que 确,re 热,ren 人认,ri 日,rong 容,ru 入,ruo 弱,se 色,shai 色,shan 单,shang 上商赏' +
  ',shao 稍,she 设,shen 信审,sheng 生,shi 史失实式时视试,shou 收,shu 数,shuo 数,sou 搜,suan 算,suo 索' +
  ',ta 他它,tai 台,tao 套跳,ti 提替梯题,tiao 跳,tie 贴,tong 统,tou 投,tu 图,tui 推退,wei 为位未维,wen 文问' +
  ',wu 务,xi 息析系,xia 下,xian 先限险,xiang 详,xiao 效消,xin 信心新,xing 星醒,xu 许需,xuan 券,xue 学,xun 询' +
  ',yan 言,yang 详,yao 要,ye 页,yi 一以仪已移,ying 应营,yong 永用,you 优右有,yu 于域语预,yuan 员源院,yun 允员运' +
  ',zai 在载,ze 侧责,zha 查,zhai 侧责,zhan 展粘,zhang 涨章账长,zheng 正证,zhi 制织置,zhong 中重,zhu 主,zhuai 转' +
  ',zhuan 转,zi 自,zong 总,zu 组,zuo 作左'

const syllablesOf = new Map<string, string[]>()
for (const line of READINGS.split(',')) {
  const [syllable, characters] = line.split(' ') as [string, string]
  for (const one of characters) syllablesOf.set(one, [...(syllablesOf.get(one) ?? []), syllable])
}

/**
 * Whether letters spell a stretch of a text by pinyin: whole syllables, initials, or both mixed; the last syllable may be
 * unfinished. `tgsj`, `tougao` and `tougaosj` all mean 投稿数据.
 */
export function isSpelledIn(letters: string, text: string): boolean {
  const wanted = letters.toLowerCase().replace(/[\s']/g, '')
  if (!/^[a-z]+$/.test(wanted)) return false
  const characters = [...text.toLowerCase()]
  const goesOn = (at: number, from: number): boolean => {
    if (from === wanted.length) return true
    const character = characters[at]
    if (character === undefined) return false
    const readings = syllablesOf.get(character) ?? [character]
    return readings.some((syllable) => {
      const rest = wanted.slice(from)
      if (syllable.startsWith(rest)) return true
      if (rest.startsWith(syllable) && goesOn(at + 1, from + syllable.length)) return true
      return rest[0] === syllable[0] && goesOn(at + 1, from + 1)
    })
  }
  return characters.some((_, at) => syllablesOf.has(characters[at]!) && goesOn(at, 0))
}

/** Characters nobody taught the table; for the test that keeps it whole. */
export const unread = (text: string): string[] =>
  [...text].filter((one) => /\p{Script=Han}/u.test(one) && !syllablesOf.has(one))
