"""Small closed sets of words that the rules name: irregular verbs, numerals, towns, names that are words."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# In -iare these stress the i (tu invii, essi inviino); in all the others the i melts (tu studi).
STRESSED_I = _words(
    """
    inviare rinviare reinviare avviare ravviare riavviare deviare sviare traviare forviare fuorviare
    disviare spiare rispiare espiare sciare obliare striare desiare pipiare
    """
)

# andare, dare, fare, stare and what is made of them; all the other verbs in -are are regular.
IRREGULAR_ARE = _words(
    """
    andare riandare dare ridare stare ristare sottostare soprastare fare rifare disfare sfare
    contraffare sopraffare soddisfare sodisfare strafare malfare benfare liquefare stupefare rarefare
    putrefare torrefare tumefare mansuefare assuefare disassuefare riassuefare artefare confare affare
    misfare forfare tepefare
    """
)

TOWNS_WITH_ETHNIC = _words(
    """
    agrigento alessandria ancona andria aosta arezzo ascoli asti avellino bari barletta belluno
    benevento bergamo biella bologna bolzano brescia brindisi cagliari caltanissetta campobasso carrara
    caserta catania catanzaro cesena chieti como cosenza cremona crotone cuneo enna fermo ferrara
    firenze foggia forlì frosinone genova gorizia grosseto imperia isernia latina lecce lecco livorno
    lodi lucca macerata mantova massa matera messina milano modena monza napoli novara nuoro oristano
    padova palermo parma pavia perugia pesaro pescara piacenza pisa pistoia pordenone potenza prato
    ragusa ravenna reggio rieti rimini roma rovigo salerno sassari savona siena siracusa sondrio spezia
    taranto teramo terni torino trapani trani trento treviso trieste udine urbino varese venezia
    verbania vercelli verona vicenza viterbo
    """
)

# Names in the sources that are headwords too.
NAMES_AND_WORDS = _words(
    """
    aga agata agorà alfa alice alpe ambra apollo arbore asiago avana barbera bermuda brenta business
    casanova catone coca cola corea diana dinamo duce egeo elio ercole fifa figaro ganga ganimede
    gazzettino giuda gladio islam jersey khan laggiù lauro licio lucifero maremma mauro minerva mixer
    moira napoleone natta nebiolo nestore nobel odeon panama pascal pasqua pegaso piro placido ripa
    satana siemens sierra sibilla sino storace tauro troia visco
    """
)

# Numbers a dictionary lists; longer ones are built at will (F19).
NUMERALS = _words(
    """
    uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici
    sedici diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta settanta ottanta
    novanta cento mille ventuno ventidue ventitré ventiquattro venticinque ventisei ventisette ventotto
    ventinove trentuno trentadue trentatré duecento trecento quattrocento cinquecento seicento
    settecento ottocento novecento duemila tremila quattromila cinquemila diecimila centomila
    """
)

# Lower-case entries of the sources that no dictionary lists by themselves: parts of set phrases (F14), foreign
# plurals, trade names and surnames, misspellings.
NOT_HEADWORDS = _words(
    """
    anticrack antihooligans antirock antiticket audi ayeh balmonte british cabebe cameramen
    comptometers critelli crucis deja deutsch dian dies disc divinis ecce egual english eppur extremis
    fomentianmo game gate generis giovin gloriosus home homo honorem honoris ihihih interpol
    interpretatum ipse ipso iure juke juve know laissez limido love lumbard luongo made maiestatis manu
    melting miglior misses mortem mortis motu mutandis mutatis nepal neppur nieh nient nondabula nous
    novalis numerus ohohoh omni operatic pacem padilla page pantagruel paribus parsifal partes partibus
    partis passant pcus peck peggior pick pluralis pluribus pong portacontainers profundis progrom
    pulsars qualcun quarant rabelais racers rationem referedum reps rerum rhythm rimbaud roast
    rodilio roses rostand sales sanctorum scriptum secret semel sennacherib seppur serentino serial
    setters shirt signoret situation snellius sordello sorel sous spallarm sparring
    spigelmire sprinters stael stanford stanizzi stantibus starters stresses stuart sturm suarez suites
    sulcis take tantum tapis tarzan taurinorum tellus temporibus terriers terrific tieh timberland
    timers tosc tout travellers tremens trenches tuff tupac uccel ugual unix urbi usum vaduz
    versailles vevencio victis word
    """
)

# First elements of compounds that the spelling dictionary lists bare (sottovuoto, millepiedi, antirughe).
FIRST_ELEMENTS = _words(
    """
    acqua acque aero agro ambo anfi ante anti archi arci audio auto avan avio bagno bio buona buone capi capo cardio
    caro carta carte cassa casse centi cento centri centro chilo ciclo cine contra contro copri crio crono decimo
    dermo dopo doppi doppio eco elettro emi emo endo entro equi etero etno euro extra fermo ferro fine fito fondo
    fono foto fuori gastro geo giro guardia idro igro infra inter intra iper ipo iso lungo macro mal mala maxi mega
    meta metro mezza mezze mezzi mezzo micro mille milli mini mono morfo moto multi nano narco nefro neo neuro nitro
    oltre omni onni orto osteo paleo palla para peri piano piro pluri pneumo poli porno porta post pre proto pseudo
    psico quattro radio retro semi servo socio sopra sotto sovra spazio stra sub super tele termo terra terre tetra
    topi topo trans troppo turbo tutto ultra uni vice video vini zoo
    """
)

# -ìo: their plural has two i's. The frequentatives (brontolio) are known by their verb.
STRESSED_IO = _words(
    """
    abbaio addio avvio bacio balio brio brulichio brusio brusìo calpestio desio disio fio fruscio invio lavorio
    lavorìo leggio luccichio natio oblio pendio pio polverio prozio restio riavvio rinvio rio solatio stantio trio
    vocio zio
    """
)

# Adjectives whose feminine or plural the spelling dictionary does not list.
INFLECTED_ADJECTIVES = _words(
    """
    acconcio afro agresto amplificatore boaro cadauno cireneo clitorideo diaframmatico dilatatore donativo
    ematologico emofiliaco eurocentrico faustiano ferraio fino giallorosso indico isolatore italo mannaro nottambulo
    pentapartito persico pudico quadripartito ruandese saracino scorsoio sghimbescio silvano solo tautologico tirannesco
    universo varesino
    """
)

# Misspelt infinitives of the sources.
NOT_VERBS = _words(
    "accellerare bobbare cartolinare genare ginnare imbovinare incarroculare proieattare svillanneggiare vigoreggare"
)
