# Encours, français.
# Règles : phrases sans point d’exclamation, majuscule au premier mot seulement, boutons à l’infinitif.
# Les nombres ($n, $total…) portent les groupes et l’accord ; ce qui a des décimales ou une unité arrive en texte.
# Une section par lieu, les clés par ordre alphabétique dans chaque section, les deux fichiers dans le même ordre.

## Partout

absent-meaningless = n. s.
absent-not-allowed = non autorisé
absent-not-allowed-scope = non autorisé (droit manquant : { $scope })
absent-not-applicable = sans objet
absent-not-provided = non communiqué
absent-not-provided-short = n. c.
absent-not-seen-again = absent du serveur
absent-undocumented = non documenté
absent-unknown-here = inconnu
app-name = Encours
badge-demo = Démo
more-below = ↓ { $n } de plus
no = non
class-none = sans classe
deal-unnamed = (sans nom)
read-ago = { $of ->
    [f] chargée
    [mp] chargés
   *[m] chargé
} il y a { $ago }
read-now = { $of ->
    [f] chargée
    [mp] chargés
   *[m] chargé
} à l’instant
status-none = Sans statut
owner-none = sans responsable
owner-none-short = aucun
owner-new = Aucun deal n’a encore ce responsable. Vérifiez le nom.
owner-new-near = Aucun deal n’a encore ce responsable. Vouliez-vous dire { $name } ?
quoted = « { $text } »
more-actions = Autres actions
scroll-bar = Défilement – { $of }
settings-language-size = Langue et taille
settings-accent = Accent
settings-accent-own = personnalisé, { $colour }
settings-looks = Thème
settings-of-window = Utilisateur, thème, langue et taille
accent-amber = ambre
accent-blue = bleu
accent-graphite = graphite
accent-green = vert
accent-rose = rose
accent-teal = sarcelle
accent-violet = violet
theme-dark = sombre
    .also = nuit, noir, foncé, obscur
theme-high-contrast = contraste élevé
    .also = haut contraste, fort contraste, contraste fort, accessibilité, malvoyant
theme-light = clair
    .also = jour, blanc, lumineux
theme-mono = mono, sans couleur
    .also = monochrome, noir et blanc, sans couleurs, gris
theme-name = Thème :
theme-system = système
    .also = automatique, suivre le système
total = total
yes = oui

## Boutons

button-cancel = Annuler
button-clear = Effacer
button-clear-filter = Effacer le filtre
button-filter-before = Rétablir le filtre
button-close = Fermer
button-edit = Modifier
button-new-deal = Nouveau deal
button-filter = Filtrer
button-read = Charger
button-retry = Réessayer
button-create = Créer
button-save = Enregistrer
button-move = Déplacer
button-recreate = Recréer
button-see = Voir
button-show-all = Tout afficher
button-show-less = Afficher moins
button-undo = Annuler

## Unités et dates

date-at-time = { $date } à { $time }
due-done = Faite
due-later = Plus tard
due-overdue = En retard
due-soon = Bientôt
due-today = Aujourd’hui
followup-mark = { $due } : relance le { $day }
followup-none = –
followup-done-on = faite le { $date }
day-today = Aujourd’hui
day-tomorrow = Demain
day-yesterday = Hier
month-april = avril
month-august = août
month-december = décembre
month-february = février
month-january = janvier
month-july = juillet
month-june = juin
month-march = mars
month-may = mai
month-november = novembre
month-october = octobre
month-september = septembre
unit-day = j
unit-hour = h
unit-minute = min
unit-second = s
unit-working-day = j.o.
unit-working-day-long = { $n ->
    [one] jour ouvré
   *[other] jours ouvrés
}
weekday-friday = vendredi
weekday-monday = lundi
weekday-saturday = samedi
weekday-sunday = dimanche
weekday-thursday = jeudi
weekday-tuesday = mardi
weekday-wednesday = mercredi

## Touches

key-backspace = Retour
key-delete = Suppr
key-down = Bas
key-end = Fin
key-enter = Entrée
key-esc = Échap
key-home = Début
key-left = Gauche
key-pagedown = Pg↓
key-pageup = Pg↑
key-right = Droite
key-shift = Maj
key-space = Espace
key-tab = Tab
key-up = Haut

## Écrans

screen-activity = Activité
    .also = file d’envoi, modifications, conflits, journal, requêtes, outbox, connexion, jeton, hors ligne, limite de débit, pause, synchronisation, envois, erreurs, synchro, historique des modifications
screen-activity-short = Activ.
screen-agenda = Agenda
    .also = calendrier, échéances, relances, mois, semaine, planning
agenda-count = { $n ->
    [one] { $n } entrée
   *[other] { $n } entrées
}{ $overdue ->
    [0] {""}
   *[other] , dont { $overdue } en retard
}
agenda-day = { $day }, { $n ->
    [0] aucune entrée
    [one] 1 entrée
   *[other] { $n } entrées
}{ $due ->
    [due-overdue] , en retard
   *[other] {""}
}
agenda-empty = Aucune date pour l’instant. Fixez une relance sur un deal. Les tâches avec une échéance et les notifications reportées apparaissent aussi ici.
agenda-missing = Des dates manquent. { $list } : { $why }
agenda-more = +{ $n } { $n ->
    [one] autre
   *[other] autres
}
agenda-period = { $period } : { $n } · en tout : { $all }
agenda-present-only = L’agenda ne montre que le présent. Revenez au présent pour le voir.
agenda-snooze = Revient
agenda-task = Tâche
agenda-week = Semaine du { $day }
screen-deal = Deal
    .also = fiche, dossier, affaire, panneau, détail, fiche du deal
screen-explorer = Explorateur
    .also = listes, routes, API, champs, enregistrements, ressources, données, référentiel
screen-explorer-short = Expl.
screen-notifications = Notifications
    .also = boîte de réception, tri, alertes, marquer lue, reporter, étoile, semblables, identifiants suivis, messages, courrier
screen-notifications-short = Notif.
screen-pipeline = Pipeline
    .also = deals, kanban, tableau, colonnes, statuts, affaires, dossiers, opportunités, mes deals, cartes, liste des deals, accueil, entonnoir, étapes
screen-portfolio = Portefeuille
    .also = synthèse, totaux, nominal, répartitions, graphiques, contrôles, concentration, encours, statistiques, vue d’ensemble, bilan, chiffres
screen-portfolio-short = Portef.
screen-flow = Flux
    .also = entonnoir, conversion, débit, délais, prévision, flux cumulé
screen-tasks = Tâches
    .also = kanban, préparation, à faire, échéances, choses à faire, échéancier
screen-views = Vues
    .also = vues enregistrées, tableaux de bord

## Ligne d’état

status-as-of = données de { $at }
status-as-of-day = données du { $at }
status-refused = pas d’accès aux deals
status-because = { $what } : { $why }
status-why-there = { $what } ({ $key } : détails)
status-unread = deals non chargés
status-held = { $n ->
    [one] { $n } chargé
   *[other] { $n } chargés
}
status-held-so-far = { $n ->
    [one] { $n } chargé à ce stade
   *[other] { $n } chargés à ce stade
}
status-held-so-far-short = { $n } à ce stade
conflict-count = × { $n } en conflit
conflict-writes = { $n ->
    [one] { $n } modification en conflit
   *[other] { $n } modifications en conflit
}
status-connecting = connexion…
status-coverage = { $part }/{ $total } deals
status-coverage-miscounted = { $part ->
    [one] le serveur en compte { $total }, { $part } reçu
   *[other] le serveur en compte { $total }, { $part } reçus
}
status-coverage-long = { $total ->
    [one] { $part } deal chargé sur { $total }
   *[other] { $part } deals chargés sur { $total }
}
status-fresh = à jour { $at }
status-intercepted = connexion au réseau requise
status-fresh-least = à jour
status-fresh-at = à jour à { $at }
status-cut = réponse interrompue
status-failing = erreur du serveur
status-not-understood = réponse inattendue
rejected-count = { $n ->
    [one] × { $n } refusée
   *[other] × { $n } refusées
}
rejected-writes = { $n ->
    [one] { $n } modification refusée
   *[other] { $n } modifications refusées
}
status-name = Ligne d’état
status-never-whole = jamais entièrement synchronisé
status-never-read = jamais synchronisé
status-online = en ligne
status-offline = hors ligne
status-reading = chargement…
status-withheld = mode hors ligne
status-signed-out = connexion requise
start-again = Réessayer
start-back = Consulter hors ligne
start-base-url-do = Vérifiez l’adresse : elle doit commencer par https:// et finir par /v1. Relancez ensuite Encours.
start-base-url-what = L’adresse du serveur n’est pas valide.
start-copy = Copier le message
start-demo = Essayer la démo
past-banner = État au { $date }, observé depuis le { $since }. Lecture seule.
past-banner-elsewhere = État au { $date } ; cet écran montre le présent. Lecture seule.
past-changes = Changements depuis ce jour
past-short = État au { $date }
past-short-elsewhere = État au { $date } ailleurs
status-since = { $n ->
    [one] { $n } changement depuis le { $date } ({ $key })
   *[other] { $n } changements depuis le { $date } ({ $key })
}
status-slow = serveur lent
start-failed = Impossible de démarrer Encours
start-key-wanted-what = Aucun secret n’est enregistré pour cette clé.
start-no-base-url-do = Demandez l’adresse du serveur et une clé à votre administrateur, puis enregistrez-les : encours login.
start-no-base-url-what = Aucun serveur n’est configuré sur cet appareil.
start-no-home-do = Relancez Encours avec --config-dir et --data-dir.
start-no-home-what = Ce compte n’a pas de dossier personnel.
start-no-key-id-do = Demandez une clé à votre administrateur, puis enregistrez-la : encours login.
start-no-key-id-what = Aucune clé n’est configurée pour ce serveur.
start-other-do = Corrigez, puis réessayez. Rien n’a été envoyé.
status-waiting-gate = limite de débit : encore { $left }
status-waiting-gate-until = limite de débit : encore { $left }, jusqu’à { $at }
waiting = en attente
untaken-count = { $n ->
    [one] ↑ { $n }, nouvel essai à { $at }
   *[other] ↑ { $n }, nouvel essai à { $at }
}
untaken-writes = { $n ->
    [one] { $n } modification pas encore acceptée, nouvel essai à { $at }
   *[other] { $n } modifications pas encore acceptées, nouvel essai à partir de { $at }
}
waiting-count = ↑ { $n } en attente
waiting-writes = { $n ->
    [one] { $n } modification en attente
   *[other] { $n } modifications en attente
}
works-failing = modifications enregistrées, envoi automatique
works-gate = modifications enregistrées, envoi ensuite
works-unsaved = modifications impossibles à enregistrer pour l’instant
works-offline = modifications enregistrées, envoi au retour en ligne
works-read = consultation possible
works-withheld = envoi des modifications au redémarrage sans --offline
withheld-none-before = Aucune donnée sur cet appareil. Relancez Encours sans --offline pour charger les deals.
works-signed-out = modifications enregistrées, envoi après connexion
works-slow = tout fonctionne, en plus lent

## Modifications

undo-window-sends-in = envoi dans { $left }
undo-window-sends-at = envoi à { $at }
undo-window-sent = envoyé
undo-window-permanent-in = définitif dans { $left }
undo-window-permanent-at = définitif à { $at }
undo-window-hint = envoi dans { $s } s, { $key } pour annuler
lock-identity = faite en tant que { $who } : envoyée quand vous reviendrez à cet utilisateur
lock-damaged = endommagée, envoi impossible : abandonnez-la
lock-newer = faite par une version plus récente d’Encours, qui l’enverra
write-conflict = conflit
write-create = Nouveau deal
write-delete = Suppression
write-mark-read = Marquer comme lue
write-other = Autre modification
write-refused = refusée
write-sending = envoi
write-doubtful = résultat inconnu, peut-être appliquée
write-found-again = récupérée, peut-être déjà envoyée
write-waiting = en attente
write-waiting-cut = en attente, réponse interrompue
write-waiting-failing = en attente, erreur du serveur
write-waiting-not-understood = en attente, réponse inattendue
write-waiting-intercepted = en attente, connexion au réseau requise
write-waiting-gate = en attente, limite de débit
write-waiting-offline = en attente, hors ligne
write-waiting-withheld = en attente, mode hors ligne
write-waiting-signed-out = en attente, connexion requise

## Pipeline

card-numbers-all = { $n } indicateurs au maximum. Retirez-en un d’abord
card-numbers-full = retirez-en un d’abord
card-numbers-last = au moins un indicateur par carte
card-numbers-most = { $n } indicateurs au maximum
card-position = { $place } sur { $total }
row-position = { $place } sur { $total } du tableau
column-collapsed = repliée
column-select = Sélectionner la colonne
column-sum = { $name } { $sum } · { $part } sur { $total }
sheet-age-bounds = Les âges sont des minimums si leur début n’a pas été observé.
sheet-column = Colonne
sheet-covered = { $n ->
    [one] { $n } deal a une valeur : { $share }. « – » signifie qu’aucun des deals n’en a.
   *[other] { $n } deals ont une valeur : { $share }. « – » signifie qu’aucun des deals n’en a.
}
sheet-deals = { $n ->
    [one] { $n } deal.
   *[other] { $n } deals.
}
sheet-describe = Description des colonnes
sheet-describe-note = Les statistiques excluent les valeurs manquantes et hors bornes. Les quartiles sont interpolés.
sheet-first = { $n ->
    [one] Seule la plus fréquente est affichée.
   *[other] Seules les { $n } plus fréquentes sont affichées.
}
sheet-frequency = Fréquence : { $column }
sheet-lower-quartile = 1er quartile
sheet-missing = non reçu
sheet-missing-count = Manquants
sheet-outside = hors bornes
sheet-pivot = { $rows } × { $columns } : { $figure }
sheet-received = Reçus
sheet-total = Total
sheet-upper-quartile = 3e quartile
sheet-values = { $n ->
    [one] { $n } valeur.
   *[other] { $n } valeurs.
}
header-metric-title = Indicateur des colonnes
header-metric-hint = S’applique à toutes les colonnes et s’enregistre avec la vue. La couverture est toujours indiquée.
header-metric-sum = Somme
header-metric-mean = Moyenne
header-metric-median = Médiane
header-metric-min = Minimum
header-metric-max = Maximum
statistic-share = Part
statistic-coverage = Couverture
header-metric-weighted = Pondéré par vos probabilités
header-metric-weighted-demo = Pondéré par les probabilités d’exemple
header-metric-none = Aucun
header-metric-over = Indicateur : { $name }
header-metric-of-mean = Moy. { $name }
header-metric-of-median = Méd. { $name }
header-metric-of-min = Min. { $name }
header-metric-of-max = Max. { $name }
header-metric-of-weighted = { $name } pondéré
header-metric-short-mean = Moy.
header-metric-short-median = Méd.
header-metric-short-min = Min.
header-metric-short-max = Max.
header-metric-short-weighted = Pond.
header-metric-unweighted = Sans probabilité
header-metric-unweighted-short = Sans prob.
header-metric-unweighted-why = Vous n’avez pas défini de probabilité pour ce statut : il n’est pas compté.
header-metric-unweighted-why-demo = Aucune probabilité d’exemple pour ce statut : il n’est pas compté.
header-metric-weighted-by = Pondéré par vos probabilités : { $percent }
header-metric-weighted-by-demo = Pondéré par les probabilités d’exemple : { $percent }
header-metric-weighted-covers = statuts couverts : { $part } sur { $total }
header-metric-weighted-none = ajoutez des probabilités sous [pipeline.probability] dans { $file }
metrics-name = Indicateurs clés
metrics-slow-filter = age>{ $days }j
metrics-aside-filter = -statut:{ $codes }
metric-deals = Deals
metric-of-all = sur { $total }
metric-all-shown = tous affichés
metric-principal = Capital restant dû
metric-received = d’après { $part } sur { $total }
metric-mean = CRD moyen
metric-weighted = CRD pondéré
metric-weighted-note = vos probabilités · { $part } sur { $total }
metric-weighted-note-demo = probabilités d’exemple · { $part } sur { $total }
metric-slow = Deals lents
metric-slow-note = plus de { $limit } au même statut
metric-slow-known = plus de { $limit } · d’après { $part } sur { $total }
metric-changed = Changements
metric-changed-note = depuis le { $date }
metric-changed-note-all = tout le pipeline, depuis le { $date }
metric-first-visit = première visite
metric-not-received = CRD non communiqué
metric-no-probability = aucune probabilité pour ces statuts
metric-no-deal = aucun deal affiché
metric-no-deal-open = aucun deal en cours
metric-no-age = date d’entrée inconnue
drag-drop = { $n ->
    [one] Déposer { $n } deal
   *[other] Déposer { $n } deals
}
drag-drop-task = Déposer la tâche ici
drag-task-sorted = puis triée par échéance
drag-escape = { $key } annule
drag-hint-keys = au clavier :
drag-nowhere = Déposer sur une autre colonne
drag-sorted-by = puis tri par { $sort }
drag-summary = { $n ->
    [one] { $n } deal : { $from } → { $to }
   *[other] { $n } deals : { $from } → { $to }
}
drag-summary-several = { $n ->
    [one] { $n } deal → { $to }
   *[other] { $n } deals → { $to }
}
field-lines = champs :
fields-shown = Champs
filter-no-limits = aucun seuil pour { $field } : ajoutez-les sous [limits] dans config.toml
filter-code-unknown = aucun deal chargé n’a le code { $code }
filter-owner-unknown = aucun deal chargé n’a { $code } pour responsable
filter-kept = seul { $filter } est appliqué
filter-kept-none = aucun filtre appliqué, tous les deals affichés
filter-loading = collecte des données de ce filtre…
filter-due = relance:retard,aujourd’hui
filter-due-why = une relance à faire
filter-starred = est:étoile
filter-check = contrôle
filter-error-at = caractère { $column }
filter-field-unknown = aucun deal chargé n’a de champ { $field } : tapez un point pour lister les champs reçus
filter-fix = { $error } ({ $keys } : { $fix })
filter-also = aussi { $term } : { $deals }
filter-also-keys = aussi { $term } : { $deals } ({ $keys })
filter-titles = Filtrer par titre
filter-me-unset = indiquez qui vous êtes : tapez « je suis Prénom Nom » dans la palette, ou ajoutez me = ["…"] dans config.toml
filter-observed-since = changements connus depuis le { $date } ; les précédents sont inconnus
button-unpin-view = Détacher
filter-by-value = Seulement { $value }
filter-placeholder = Filtrer par nom ou condition, par exemple ltv>65%
filter-present-fields = les champs après un point ont leur valeur présente, pas celle du jour passé
head-deals = { $total ->
    [one] { $total } deal
   *[other] { $total } deals
} · { $shown ->
    [one] { $shown } affiché
   *[other] { $shown } affichés
}
head-deals-so-far = { $total ->
    [one] { $total } deal
   *[other] { $total } deals
} à ce stade · { $shown ->
    [one] { $shown } affiché
   *[other] { $shown } affichés
}
search-or-run = Rechercher ou exécuter
sort-label = Tri
view-all-deals = Tous les deals
demo-view-alert = LTV en alerte
demo-view-alert-filter = ltv:alerte -statut:lost
demo-view-committee = En comité
demo-view-committee-filter = statut:ic
demo-view-owner = Deals d’A. Martin
demo-view-owner-filter = responsable:"A. Martin" -statut:lost
demo-view-slow = Plus de 15 jours
demo-view-slow-filter = age>15j -statut:lost,on_hold

## Sélection, tableau, vues, modifications groupées

bar-star = Étoile
bar-labels = Étiqueter…
bar-compare = Comparer
bar-clear = Effacer
bar-copy = Copier
bar-delete = Supprimer…
bar-details = Détails
bar-export = Exporter…
bar-edit = Attribuer…
bar-move = Déplacer…
bulk-delete-title = Supprimer ces deals ?
bulk-done = { $n ->
    [one] { $n } effectué
   *[other] { $n } effectués
}
bulk-conflicts = { $n } en conflit
bulk-failed = { $n ->
    [one] { $n } refusé
   *[other] { $n } refusés
}
bulk-move-title = Déplacer vers { $status }
bulk-no-owner-said = Aucun responsable saisi. Ces deals seront sans responsable.
bulk-no-owner-title = Retirer le responsable
bulk-nothing-yet = Appuyez sur { $key } pour envoyer.
bulk-owner-title = Attribuer à { $owner }
bulk-planned = { $n } à modifier
bulk-planned-deletion = { $n } à supprimer
bulk-row-gone = → { $value }, supprimé entre-temps
bulk-row-since = → { $value }, maintenant { $now }
bulk-row-stopped = arrêté avant l’envoi
bulk-since = { $n ->
    [one] { $n } modifié entre-temps
   *[other] { $n } modifiés entre-temps
}
bulk-skipped = { $n ->
    [one] { $n } inchangé
   *[other] { $n } inchangés
}
bulk-stopped = { $n ->
    [one] { $n } arrêté
   *[other] { $n } arrêtés
}
bulk-waiting = { $n } en attente
action-import-deals = Importer des deals
    .also = CSV, Excel, XLSX, tableur, classeur, charger, téléverser, modification en masse, migrer
    .about = { palette-words-deal }, fichier, tableau, lignes
action-import-deals-why = Planifier les modifications d’une feuille de calcul, ligne par ligne, avant tout envoi.
field-import-sheet = Feuille, si ce n’est pas la première
form-import-note = CSV ou XLSX, avec les noms des colonnes à la première ligne. Rien n’est envoyé avant que vous confirmiez le plan.
form-columns-note = { $n ->
    [one] { $n } ligne.
   *[other] { $n } lignes.
} Choisissez la colonne de chaque champ. Une cellule vide ne change rien.
import-map-no-deal = Choisissez la colonne du nom ou de l’ID.
import-map-twice = Choisissez une autre colonne : une colonne ne peut pas remplir deux champs.
import-empty = { $file } n’a aucune ligne sous son en-tête
import-drop = Déposer pour importer les deals
import-unreadable = { $file } ne peut pas être importé : { $why }. Rien n’a été écrit
import-no-sheet = { $file } n’a pas de feuille « { $sheet } ». Ses feuilles : { $names }
toast-import-failed = Échec de l’import : { $why }
toast-paste-count = { $n ->
    [one] { $n } ligne collée
   *[other] { $n } lignes collées
}, mais { $deals ->
    [one] { $deals } deal sélectionné
   *[other] { $deals } deals sélectionnés
}. Sélectionnez autant de deals que de lignes.
import-title = Importer { $file }
import-title-pasted = Importer la colonne collée
import-count-new = { $n } { $n ->
    [one] nouveau
   *[other] nouveaux
}
import-count-changed = { $n } à changer
import-count-same = { $n } sans changement
import-count-uncertain = { $n } à vérifier
import-count-refused = { $n } { $n ->
    [one] refusé
   *[other] refusés
}
import-columns = Colonnes : { $columns }
import-columns-left = Non importées : { $columns }
import-column = { $name } (colonne { $n })
import-outcome = { $outcome ->
    [new] nouveau
    [changed] modifié
    [same] inchangé
    [uncertain] incertain
    [refused] refusé
    [imported] déjà importé
    [created] créé
    [updated] modifié
    [queued] en attente
   *[failed] échec
}
import-line = Ligne { $line } · { $name }
import-row-new = Nouveau deal : { $fields }
import-rule-several_deals = { $other } deals portent ce nom : une colonne ID peut les distinguer
import-rule-other_class = Un deal porte ce nom, mais d’une autre classe : { $other }
import-rule-similar_name = « { $value } » ressemble à un deal existant : « { $other } »
import-rule-similar_owner = « { $value } » ressemble à un autre responsable : « { $other } »
import-rule-similar_row = « { $value } » ressemble au nom de la ligne { $other }
import-rule-repeated = La ligne { $other } donne d’autres valeurs pour le même deal
import-rule-unreadable_cell = { $field } : la cellule contient une erreur : { $value }
import-rule-extra_cells = Plus de cellules que de colonnes : { $value }
import-rule-unusual_name = « { $value } » ne ressemble pas à un nom
import-rule-short_row = La ligne a { $value } cellules sur { $other }
import-rule-control_character = { $field } : contient un saut de ligne, ou un caractère invisible ou abîmé
import-rule-name_is_id = « { $value } » est l’ID d’un deal, pas un nom
import-rule-no_name = Un nouveau deal a besoin d’un nom
import-rule-long_value = { $field } : plus de 255 caractères
import-rule-unknown_id = Aucun deal n’a l’ID { $value }
import-rule-unknown_status = Statut inconnu : « { $value } »{ $has_other ->
    [yes] . Le plus proche : { $other }
   *[no] {""}
}
import-rule-unknown_class = Classe inconnue : « { $value } »{ $has_other ->
    [yes] . La plus proche : { $other }
   *[no] {""}
}
import-rule-read_only = { $field } : une mise à jour ne peut pas le changer : « { $other } » → « { $value } »
import-rule-not_created_yet = Ce deal est encore en cours de création
import-rule-entry_rule = { $value } exige { $other }
button-display = Affichage
button-end-presentation = Quitter la présentation
button-save-view = Enregistrer la vue
card-selected = sélectionné
column-hide = Masquer la colonne
column-keep-in-sight = Figer à gauche
column-only = seule colonne
column-pinned = figée
column-received = communiqué pour { $part } sur { $total }
column-edge = Largeur de { $column }
columns-hint = Les colonnes visibles viennent d’abord, dans l’ordre du tableau.
columns-shown = Colonnes
columns-title = Colonnes du tableau
command-many = { $n ->
    [one] { $n } deal
   *[other] { $n } deals
}
command-followup = relance relancer
command-followup-label = Relancer { $whom } le { $date }
command-followup-text = Relancer { $whom } le { $date } : { $text }
command-followup-wrong = Corriger la relance « { $text } »
command-label = etiquette etiqueter
command-label-label = Étiqueter { $whom } « { $label } »
command-me = je moi i me
command-me-again = Entrée à nouveau pour garder ce nom
command-me-label = Je suis { $name }
command-me-nobody = Je suis…
command-me-wanted = tapez ou choisissez un nom
command-move = deplacer vers
command-move-label = Déplacer { $whom } vers { $status }
command-owner = responsable resp
command-owner-label = Attribuer { $whom } à { $owner }
command-as-of = au etat
command-as-of-label = État au { $date }
command-compare = comparer
command-compare-label = Comparer : { $from } et { $to }
command-compare-now = le présent
command-dates-label = Corriger « { $text } », qui n’est pas un jour passé observé par cet appareil
command-sort = trier tri
command-setting-label = Réglage : { $name }
command-sort-label = Trier par { $column }
command-describe = decrire description
command-frequency = frequence valeurs
command-pivot = croise croiser croisement
command-group = grouper regrouper
command-group-label = Grouper par { $columns }
command-group-none = Pas de groupes dans le tableau
command-group-nothing = aucun rien
command-ascii-off = Bordures et symboles Unicode, sans ASCII
command-ascii-on = Bordures et symboles ASCII
command-mouse-off = Souris désactivée (sélection du terminal)
    .also = souris, pointeur, clic, molette, sélection
command-mouse-on = Souris activée
    .also = souris, pointeur, clic, molette
command-accent = accent couleur
command-accent-label = Accent : { $accent }
command-theme = theme aspect
command-theme-label = Thème : { $theme }
command-view = vue
command-view-label = Ouvrir la vue { $name }
copied-by-system = presse-papiers
copy-id = { $n ->
    [one] Identifiant
   *[other] { $n } identifiants
}
copy-link = { $n ->
    [one] Lien
   *[other] { $n } liens
}
copy-view-link = Lien vers cette vue
copy-name = { $n ->
    [one] Nom
   *[other] { $n } noms
}
copy-refusal =
    Encours, modification refusée
    Enregistrement : { $record }
    Requête : { $route }
    Réponse : { $status } { $title }
    Détail : { $detail }
    X-Request-ID : { $id }
    Idempotency-Key : { $key }
copy-request =
    Encours, requête
    Requête : { $method } { $path }
    Réponse : { $status }
    X-Request-ID : { $id }
    Envoyée : { $at }
copy-request-block = Détails de la dernière requête, pour le support
copy-refusal-block = Détails de la modification refusée, pour le support
copy-member = { $name } : { $value }
copy-request-id = X-Request-ID
copy-cells = { $n ->
    [one] Cellule sélectionnée, pour un tableur
   *[other] { $n } cellules sélectionnées, pour un tableur
}
copy-rows = { $n ->
    [one] Ligne, pour un tableur
   *[other] { $n } lignes sélectionnées, pour un tableur
}
copy-rows-shown = { $n ->
    [one] Ligne affichée, pour un tableur
   *[other] Les { $n } lignes affichées, pour un tableur
}
copy-rows-together = { $n ->
    [one] Ligne, pour un tableur
   *[other] { $n } notifications regroupées, pour un tableur
}
copy-title = Copier
deal-note-local = privée
deal-note-written = privée, { $date }
deal-note-edited = privée, { $date }, modifiée { $edited }
note-new = Nouvelle note
notes-title = Notes privées sur { $name }
deal-entry-reason = Motif ({ $status }) : { $reason }
deal-own-field = { $field } : { $value }
field-note = Note
field-view-name = Nom
foot-coverage = calculé sur
foot-mean = moyenne
foot-outside = { $n } hors plage
foot-over = sur { $n }
foot-selected = { $n ->
    [one] { $n } sélectionné
   *[other] { $n } sélectionnés
}
foot-shown = { $part } sur { $total }
foot-sum = somme
density-comfortable = Cartes confortables
density-compact = Cartes compactes
swimlanes-class = Couloirs par classe d’actif
swimlanes-none = Sans couloirs
swimlanes-owner = Couloirs par responsable
selection-count = { $n ->
    [one] { $n } sélectionné
   *[other] { $n } sélectionnés
}
selection-collapsed = dont { $n } dans des colonnes repliées
selection-hidden = { $n ->
    [one] dont { $n } caché par le filtre
   *[other] dont { $n } cachés par le filtre
}
selection-range = { $n ->
    [one] jusqu’ici { $n } sélectionné
   *[other] jusqu’ici { $n } sélectionnés
}
selection-sum = Σ { $name } { $sum } ({ $part } sur { $total })
sort-board = tri par statut, puis ancienneté ↓
sort-by = tri { $keys }
stale-reason = { $age } dans ce statut, plus de { $limit }
switch-board = Kanban
switch-table = Tableau
switch-tree = Arbre
table-exact = { $name }, valeur exacte : { $value }
table-exact-band = { $said }, { $band } (seuils { $ok } et { $watch })
table-name = { $n } deals dans le tableau
table-heads = En-têtes de colonnes
sorted-falling = tri décroissant
sorted-rising = tri croissant
sorted-rank = critère { $rank } sur { $keys }
view-changed = modifiée
view-deals = { $n ->
    [one] { $n } deal
   *[other] { $n } deals
}
view-default = au démarrage
view-default-service = par défaut (serveur)
view-pinned = épinglée
view-holds = Contient
view-no-filter = aucun (tous les deals)
view-opens = S’ouvre
view-opens-at-start = au démarrage et sur sélection
view-opens-when-asked = sur sélection
view-shown-as = Affichage
view-sort-board = par statut, puis ancienneté, décroissant
view-title-marked = { $name } •
view-title-changed = { $name } (modifiée)
views-local = Sur cet appareil uniquement.
views-none = Aucune vue enregistrée. Filtrez, puis enregistrez la vue avec { $key }.
views-side = Vues
views-title = Vues

## Champs d’un deal

field-age = Ancienneté
field-age-short = Ancienneté
field-age-shortest = Âge
field-class = Classe d’actif
field-class-shortest = Classe
field-columns = Colonnes
field-filters = Filtres
field-as-of = État au
field-as-of-until = Changements jusqu’au
field-changed = Champ modifié
field-entered = Entrée dans un statut
field-followup = Relance
field-star = Étoile
field-labels = Étiquettes
field-has = Sur cet appareil
field-is = État sur cet appareil
field-check = Contrôle en échec
field-id = Identifiant
field-ids = Identifiants
field-investment-type = Type d’investissement
field-limit = Nombre maximal de deals
field-moved = Dernier changement de statut
field-name = Nom
field-name-here = Nom local
field-nominal = Nominal
field-owner = Responsable
field-reason = Motif
field-reason-of = Motif ({ $status })
field-owner-shortest = Resp.
field-route = Route
field-sort = Tri
field-status = Statut
field-was = Statut passé ou présent

## Deal

check-agree = { $n ->
    [one] { $n } contrôle concorde.
   *[other] { $n } contrôles concordent.
}
check-binding-noi = Test contraignant : { $name }, rupture sous un NOI de { $value }
check-binding-value = Test contraignant : { $name }, rupture sous une valeur de { $value }
check-broken-noi = Test contraignant : { $name }, déjà en rupture (NOI inférieur à { $value })
check-broken-value = Test contraignant : { $name }, déjà en rupture (valeur inférieure à { $value })
check-derived = { $name } { $value }
check-differs = { $name } : reçu { $received }, recalculé { $expected }
check-formula-debt-yield = NOI ÷ CRD
check-formula-dscr = NOI ÷ service de la dette
check-formula-ltv = CRD ÷ valeur vénale
check-formula-tranches = senior + mezzanine
check-implied-yield = Taux de rendement implicite
check-instead = { $formula } = { $value }
check-icr-below-dscr = ICR inférieur au DSCR
check-out-of-range = { $name } hors plage
check-period = périodes différentes ?
check-senior-ltv = LTV senior (calculée)
stress-noi = NOI −{ $cut }
stress-rate = Taux +{ $n } pb
stress-value = Valeur −{ $cut }
check-threshold = { $name } { $received }, seuil { $expected }
check-unit-slip = { $name } : pourcentage saisi comme fraction ?
checks-title = Contrôles
checks-threshold = { $name } au-delà de son seuil
checks-arithmetic = { $name } incohérent
checks-deals-first = { $n } deals, les { $shown } premiers affichés
checks-summary = { $n ->
    [0] Aucun écart dans les { $total } deals.
    [one] 1 deal sur { $total } échoue à un contrôle ou dépasse un seuil.
   *[other] { $n } deals sur { $total } échouent à un contrôle ou dépassent un seuil.
}
checks-hint = Entrée sur un contrôle affiche tous ses deals ; sur un deal, l’ouvre.
compare-title = Comparaison de { $n } deals
compare-summary = { $n ->
    [0] Aucun champ ne diffère.
    [one] 1 champ diffère.
   *[other] { $n } champs diffèrent.
}
compare-show-equal = { $n ->
    [one] Afficher 1 champ identique
   *[other] Afficher { $n } champs identiques
}
compare-hide-equal = { $n ->
    [one] Masquer 1 champ identique
   *[other] Masquer { $n } champs identiques
}
deal-age-first-seen = vu pour la première fois le { $date }
deal-class-read-only = lecture seule
deal-class-read-only-short = lecture seule
deal-gone = Ce deal n’est plus sur le serveur.
deal-history-empty = Aucun changement enregistré pour l’instant.
deal-limits = vos seuils
deal-limits-long = vos seuils d’alerte
deal-note-from-service = serveur, lecture seule
deal-notes = Notes
    .also = commentaires, notes du deal, remarques
deal-notes-empty = Aucune note sur le serveur.
deal-notes-not-read = Notes pas encore chargées.
deal-notes-past = Non enregistrées : un jour passé n’a pas de notes du serveur.
deal-pane-fields = Champs
    .also = statut, responsable, classe d’actif, identifiant, fiche
deal-pane-kpi = Indicateurs
    .also = KPI, ratios, LTV, LTC, DSCR, ICR, debt yield, rendement de la dette, perte estimée, score de risque, CRD, capital restant dû, valeur vénale, NOI, revenu net, service de la dette, seuils, bandes, vérifications, simulation, valeur de rupture, instantané financier
deal-pane-requests = Modifications et requêtes
    .also = modifications du deal, X-Request-ID
deal-requests-empty = Aucune requête dans cette session.
deal-requests-summary = { $n ->
    [one] { $n } requête
   *[other] { $n } requêtes
}
deal-writes-summary = { $n ->
    [one] { $n } modification en attente
   *[other] { $n } modifications en attente
}
deal-requests-summary-failed = { $n ->
    [one] { $n } requête
   *[other] { $n } requêtes
}, { $failed } en échec
age-not-sent = démarre à l’envoi du déplacement
age-created = depuis le { $date }, créé sur cet appareil
age-exact = depuis le { $date }, déplacé sur cet appareil
age-between = changé entre le { $from } et le { $to }
age-interval = changement vu le { $date }
age-received = depuis le { $date }, selon le serveur
age-seen-short = vu le { $date }
age-since-short = dep. { $date }
deal-stage-all = { $age } au total dans ce statut
kpi-crd-source = Origine du CRD : { $source }
kpi-out-of-range = hors plage
cli-not-a-number = pas un nombre
request-no-answer = sans réponse
request-answered = reçue
request-applied = appliquée
request-failed = erreur du serveur ({ $status })
request-not-found = introuvable ({ $status })
request-paused = limite de débit ({ $status })
request-refused = refusée ({ $status })
request-title = { $operation } : { $about }
asked-auth_token_exchange = Jeton d’accès
asked-entity_get = Entité
asked-portfolio_summary = Synthèse du portefeuille
asked-deals_list = Liste des deals
asked-deals_create = Création d’un deal
asked-deals_get = Deal
asked-deals_update = Modification d’un deal
asked-deals_delete = Suppression d’un deal
asked-deals_notes_list = Notes d’un deal
asked-tasks_update = Modification d’une tâche
asked-tasks_get = Tâche
asked-tasks_list = Liste des tâches
asked-saved_views_update = Modification d’une vue enregistrée
asked-saved_views_get = Vue enregistrée
asked-saved_views_list = Liste des vues enregistrées
asked-dashboards_get = Tableau de bord
asked-dashboards_list = Liste des tableaux de bord
asked-alert_preferences_list = Préférences d’alerte
asked-field_definitions_get = Définition de champ
asked-field_definitions_list = Liste des définitions de champs
asked-field_definitions_by_key = Définition de champ par sa clé
asked-alerts_get = Alerte
asked-alerts_list = Liste des alertes
asked-notifications_get = Notification
asked-notifications_read = Notification marquée comme lue
asked-notifications_list = Liste des notifications
asked-operations_list = Liste des opérations
asked-spvs_list = Liste des SPV
asked-operateurs_list = Liste des opérateurs
asked-fonds_list = Liste des fonds
asked-taxonomies_list = Taxonomies
asked-workflows_preview = Aperçu des recommandations
asked-workflows_list = Workflows
asked-operations_get = Opération
asked-spvs_get = SPV
asked-operateurs_get = Opérateur
asked-fonds_get = Fonds
asked-siren_enrichment_get = Données SIREN d’un opérateur
asked-siren_enrichment_apply = Application des données SIREN
asked-refunds_list = Liste des remboursements
asked-refunds_create = Création d’un remboursement
asked-rcci_summary = Conformité (RCCI)
asked-ai_extraction_jobs_list = Liste des extractions par IA
asked-ai_extraction_jobs_create = Lancement d’une extraction par IA
asked-ai_extraction_jobs_get = Extraction par IA
asked-imports_list = Liste des imports
asked-notes_list = Liste des notes
asked-external_identifiers_list = Liste des identifiants externes
asked-personal_data_requests_list = Demandes sur les données personnelles
asked-personal_data_get = Données personnelles d’un utilisateur
asked-postman_get = Description de l’API
asked-other = Autre requête
kpi-received-none = aucun indicateur communiqué
kpi-ratios-below = { $n ->
    [one] { $n } indicateur
   *[other] { $n } indicateurs
}
kpi-shocks-below = { $n ->
    [one] { $n } choc simulé
   *[other] { $n } chocs simulés
}
right-granted = autorisé ({ $status }), { $at }
right-key-refused = clé refusée ({ $status }), { $at } : droit inconnu
right-refused = non autorisé ({ $status }), { $at }
right-unknown = introuvable ({ $status }), { $at } : droit inconnu
request-copy = Copier l’identifiant de requête { $id }
requests-collapsed = { $n } requêtes
requests-answer = résultat
requests-asked = requête
requests-no-writes = Aucune modification dans le journal des requêtes
requests-none = Aucune requête dans cette session.
requests-sent = envoyée
requests-took = durée
requests-request = requête
requests-route = route
requests-time = heure
table-band = bande
table-value = valeur

## Portefeuille

breakdown-by-class = Par classe d’actif
    .also = répartition, concentration, HHI
breakdown-by-class-short = Par classe
breakdown-by-status = Par statut
    .also = répartition, statuts d’opération
breakdown-by-type = Par type d’investissement
    .also = répartition, concentration, HHI
breakdown-by-type-short = Par type
breakdown-empty = répartition non communiquée
breakdown-no-amount = nombres, sans montants
breakdown-no-amount-long = Nombres seulement : le serveur ne donne pas de montants
breakdown-order = triés par nombre
breakdown-order-long = Statuts du serveur, triés par nombre
breakdown-sum-differs = Σ { $sum }, total { $total }
breakdown-sum-equals = Σ { $sum } = total
breakdown-unclassified = { $n ->
    [one] { $n } sans classe
   *[other] { $n } sans classe
}
concentration-hhi = HHI { $value }
entity-ai = IA
entity-ai-off = désactivée
entity-ai-on = activée
entity-frequency = Périodicité
entity-frequency-note = mois (hypothèse)
entity-holidays = Zone de vacances
entity-holidays-short = Zone
entity-name = Nom
entity-reference-date = Date de référence
entity-reference-date-short = Date réf.
entity-reporting = Reporting
entity-risk = Seuil de risque
entity-risk-short = Seuil
entity-risk-unit = sans unité
entity-siren = SIREN
entity-title = Entité
    .also = société, SIREN, reporting, seuil de risque, zone de vacances, mode, fréquence, IA
entity-type = Type
portfolio-checks = { $agree } contrôles sur { $total } concordent
portfolio-checks-short = { $agree }/{ $total } contrôles
portfolio-funds = Fonds
portfolio-head-note = totaux du serveur, ressources supprimées exclues, devise non précisée
portfolio-nominal = Nominal total
portfolio-operations = Opérations
portfolio-operators = Opérateurs
portfolio-spvs = SPV
portfolio-trend = Évolution
portfolio-trend-none = Pas encore de données. Les courbes commencent à la première synchronisation.

## Historique

history-at = le { $date }
history-at-latest = au plus tard le { $date }
history-back = Réapparu
history-between = entre le { $from } et le { $to }
history-by-others = ailleurs
history-by-us = cet appareil
history-by-us-perhaps = peut-être cet appareil
history-deleted = Supprimé
history-first-seen = Vu pour la première fois
history-new = Nouveau deal
history-not-seen = Absent de la dernière synchronisation complète
history-seen-again = Retrouvé
history-status-absent = Statut absent de cette synchronisation
history-status-given = Statut de nouveau communiqué : { $status }
journal-open = Ouvrir le deal
journal-no-deal = il n’existe plus
journal-copy-id = Copier l’ID de requête
journal-write = Modification
journal-many = { $n } enregistrements
report-writes-left = { $n ->
    [one] 1 autre modification n’est pas listée
   *[other] { $n } autres modifications ne sont pas listées
}
journal-reason-given = Motif
journal-outcome = Résultat
journal-asked = Demandée
journal-decided = Terminée
journal-attempts = Essais
journal-key = Clé d’idempotence
journal-details = Détails
journal-collapse = Masquer les détails
journal-copy = Copier { $text }
journal-no-id = rien n’a été envoyé
journal-applied = appliquée
journal-so-already = déjà à jour, non envoyée
journal-conflict = en conflit
journal-discarded = abandonnée
journal-found = déjà appliquée, auteur inconnu
journal-later = { $n ->
    [0] en attente, pas encore envoyée
   *[other] en attente, essayée { $n } fois
}
journal-reason = motif : { $reason }
journal-refused = refusée
journal-replaced = remplacée par une modification plus récente
journal-taken-back = annulée
journal-taken-up = abandonnée, puis rétablie
since-back = { $n } de retour
since-between = Du { $from } au { $to } : { $counts }
since-between-nothing = Aucune différence entre le { $from } et le { $to }.
since-changed = { $n ->
    [one] { $n } autre champ
   *[other] { $n } autres champs
}
since-crossed = { $n } au-delà d’un seuil
since-deleted = { $n ->
    [one] { $n } supprimé
   *[other] { $n } supprimés
}
since-filtered = Filtre « { $filter } » : { $n } sur { $total }
since-first-visit = Première visite sur cet appareil. Les changements sont suivis à partir de maintenant.
since-first-visit-user = Première visite en tant que { $user }. Les changements sont suivis à partir de maintenant. Pour voir ce qui a changé depuis votre propre visite, cessez d’agir en tant que { $user }.
since-head-by = Par
since-head-change = De / à
since-head-what = Changement
since-head-when = Vu
since-left-out = { $n ->
    [one] et { $n } changement plus ancien
   *[other] et { $n } changements plus anciens
}
since-moved = { $n ->
    [one] { $n } déplacé
   *[other] { $n } déplacés
}
since-new = { $n ->
    [one] { $n } nouveau
   *[other] { $n } nouveaux
}
since-not-seen = { $n ->
    [one] { $n } absent
   *[other] { $n } absents
}
since-nothing = Rien n’a changé depuis le { $date }.
since-others-hide = { $n ->
    [one] Masquer { $n } autre changement
   *[other] Masquer { $n } autres changements
}
since-others-show = { $n ->
    [one] Afficher { $n } autre changement
   *[other] Afficher { $n } autres changements
}
since-reassigned = { $n ->
    [one] { $n } réattribué
   *[other] { $n } réattribués
}
since-renamed = { $n ->
    [one] { $n } renommé
   *[other] { $n } renommés
}
since-first-summary = Depuis la première synchronisation : { $counts }
since-summary = Depuis le { $date } : { $counts }
status-unknown = { $n ->
    [one] { $n } deal au statut inconnu
   *[other] { $n } deals au statut inconnu
}
deal-history-censored = minimum
deal-history-exact = exact
deal-history-interval = entre deux synchros
deal-history = Historique sur cet appareil
    .also = historique, ancienneté, délais, durées, stagnation, bloqués
deal-outside-filter = hors de ce filtre
deal-not-seen = absent du serveur, vu pour la dernière fois le { $date }
trend-deals = Deals
trend-once = Une seule valeur pour l’instant. La courbe commence à la deuxième.
trend-quiet = Aucun changement pour l’instant. Les courbes commencent au premier.
trend-since = depuis le { $date }
trend-since-once = une seule valeur, le { $date }

## Notifications

armed-again = Encore { $key } : { $action }
inbox-other-tabs = Autres onglets
armed-brief = Encore { $key } : { $n ->
    [one] { $n } lue
   *[other] { $n } lues
}
armed-confirm = Encore { $key } pour confirmer
armed-disarms = annulation dans { $left }
armed-disarms-at = annulation à { $at }
armed-give-up = { $key } annuler
inbox-snoozed-until = reportée au { $date } (cet appareil seulement)
inbox-count = { $n ->
    [one] { $n } notification
   *[other] { $n } notifications
}
inbox-known = { $n ->
    [one] { $n } chargée
   *[other] { $n } chargées
}
inbox-mark-all = { $n ->
    [one] Marquer { $n } comme lue
   *[other] Marquer { $n } comme lues
}
inbox-mark-cost = { $n ->
    [one] { $n } requête, au moins { $time }
   *[other] { $n } requêtes, au moins { $time }
}
inbox-preview = Aperçu
inbox-preview-marks-nothing = L’aperçu ne marque rien comme lu.
inbox-route-forbidden = liste non autorisée pour cette clé
empty-inbox-unread-hint = Les notifications lues, reportées et étoilées sont dans les autres onglets.
empty-tasks-watched-hint = Appuyez sur { $key } pour ajouter celles que vous connaissez : collez identifiants, liens, e-mail ou CSV. Elles sont suivies depuis cet appareil.
empty-tasks-watched = Le serveur ne liste pas les tâches
empty-inbox-watched-hint = Appuyez sur { $key } pour ajouter celles que vous connaissez : collez identifiants, liens, e-mail ou CSV. Elles sont suivies depuis cet appareil.
empty-inbox-watched = Le serveur ne liste pas les notifications
inbox-run = { $done ->
    [one] { $done } marquée sur { $total }, { $waiting } en attente
   *[other] { $done } marquées sur { $total }, { $waiting } en attente
}
inbox-run-stop = { $key } pour arrêter
inbox-similar = { $days ->
    [one] Même titre, autres chiffres : { $n } en un jour
   *[other] Même titre, autres chiffres : { $n } en { $days } jours
}
inbox-tab-snoozed = Reportées
    .also = sommeil, en sommeil, rappel
inbox-tab-starred = Étoilées
    .also = favorites, suivies
inbox-together = { $n } semblables
inbox-wake = Annuler le report
notification-untitled = (sans titre)
inbox-same-deal = Deal du même nom
inbox-same-deal-note = associé par le nom, non confirmé
inbox-seen-here = Vue le
inbox-service-date = Date serveur
inbox-service-date-none = date non communiquée
inbox-state = État
inbox-tab-all = Toutes
inbox-tab-read = Lues
    .also = traitées, lus
inbox-tab-unread = Non lues
    .also = à traiter, non lus
inbox-unknown = Identifiants suivis non chargés
inbox-watched-ids = { $n ->
    [one] non listées par le serveur, { $n } identifiant suivi
   *[other] non listées par le serveur, { $n } identifiants suivis
}
inbox-watched-ids-short = { $n ->
    [one] { $n } suivie
   *[other] { $n } suivies
}
notification-marking = marquage…
notification-read = lue
notification-unread = non lue
notification-refused = non lue, marquage refusé
raised-matches = local · { $severity } · { $name } { $n ->
    [one] correspond
   *[other] correspondent
} à { $rule }
raised-enters = local · { $name } { $n ->
    [one] entre
   *[other] entrent
} dans { $rule }
raised-leaves = local · { $name } { $n ->
    [one] quitte
   *[other] quittent
} { $rule }
raised-deals = { $n } deals
raised-here = déclenchée sur cet appareil, pas envoyée par le serveur
inbox-held = { $n ->
    [one] { $n } non lue sur cet appareil seulement
   *[other] { $n } non lues sur cet appareil seulement
}
inbox-selected = { $n ->
    [one] { $n } sélectionnée
   *[other] { $n } sélectionnées
}
inbox-similar-more = { $n ->
    [one] et { $n } autre
   *[other] et { $n } autres
}
inbox-marks-these = { $n ->
    [one] Marquer comme lue
   *[other] Marquer ces { $n } comme lues
}
inbox-marks-together = { $key } marque ces { $n } comme lues · { $unfold } déplie
notification-held = non lue sur cet appareil seulement
inbox-note-none = Aucune note. Ajoutez-en une avec { $key } (cet appareil seulement).
inbox-note-here = sur cet appareil
frequency-title = Récurrences
    .also = ce qui se répète, rafales, doublons, fréquence, bruit
frequency-hourly = par heure, sur { $n } h
frequency-daily = par jour, dès { $date }
frequency-seen-here = selon la date de première vue
frequency-none = Rien à afficher.
frequency-spoken = { $kind } : { $n }, du { $first } au { $last }, au plus { $most } en un jour
frequency-spoken-hourly = { $kind } : { $n }, du { $first } au { $last }, au plus { $most } en une heure
copy-handover = Passation, en texte
toast-copied-handover = passation copiée
toast-marking-numbers = { $n ->
    [one] { $n } sera marquée comme lue ({ $figures })
   *[other] { $n } seront marquées comme lues ({ $figures })
}
toast-held = { $n ->
    [one] non lue sur cet appareil seulement
   *[other] { $n } non lues sur cet appareil seulement
}
toast-held-elsewhere = modification pas encore envoyée
keys-file-hint = Retirez le # pour remplacer les touches d’origine. encours man liste tous les noms.
toast-setting-saved = enregistré dans config.toml
toast-setting-later = enregistré dans config.toml. Effet au prochain démarrage
toast-setting-variable = fixe cette valeur. Modifiez ou retirez la variable
toast-setting-secret = peut contenir un secret. Modifiez-le dans un éditeur
toast-settings-unread = config.toml non modifié : { $why }
toast-keys-changed = Touches mises à jour
toast-keys-refused = config.toml non modifié : { $why }
toast-keys-stand-in = Définissez $EDITOR, ou modifiez [settings.keys] dans { $path }
toast-mouse-off = Souris désactivée
toast-mouse-on = Souris activée
toast-nothing-marked = rien n’a été marqué
toast-leaving = annulation de la suppression, sauf si déjà faite
toast-let-go = { $n ->
    [one] marquée comme lue sur cet appareil
   *[other] { $n } marquées comme lues sur cet appareil
}
handover-title = Titre
handover-severity = Gravité
handover-deal = Deal (par le nom)
handover-snoozed-until = Reportée au
handover-starred = Étoile (locale)
handover-note = Note privée
handover-read = Lue sur le serveur
handover-unread-here = Non lue sur cet appareil seulement
handover-deal-id = Identifiant du deal
handover-head = Passation des notifications, { $date }
handover-left = À traiter : { $n }
handover-held = Non lues sur cet appareil seulement (lues sur le serveur) : { $n }
handover-sleeping = Reportées (cet appareil seulement) : { $n }
handover-told = Lues, avec étoile ou note : { $n }
handover-until = jusqu’au { $date }
handover-foot = Étoiles, reports, notes et non-lues locales sont enregistrés sur cet appareil seulement.
form-note-many-title = { $n ->
    [one] Note privée sur { $n } notification
   *[other] Note privée sur { $n } notifications
}
form-export-notifications-title = Exporter les notifications
preferences-of = { $user }, lecture seule
hint-read-these = marquer comme lues
hint-note = note
hint-export = exporter
hint-only-these = celles-ci seulement
hint-other-user = autre utilisateur
hint-hold-unread = non lue
action-hold-unread = Garder non lue (cet appareil)
    .also = marquer non lue, remettre en non lue, non lue ici
    .about = { palette-words-notification }
action-hold-unread-why = Afficher comme non lue sur cet appareil, ou arrêter. Elle reste lue sur le serveur.
action-unfold-group = Déplier le groupe
action-unfold-group-why = Afficher chaque notification du groupe, ou les replier.
reason-not-marked-yet = déjà non lue
reason-notes-differ = leurs notes diffèrent : modifiez-les une par une
preferences-read-only = lecture seule
preferences-title = Préférences d’alerte
    .also = préférences, sévérité, gravité minimale, réglages, paramètres, type d’alerte
snooze-evening = Ce soir
snooze-evening-tomorrow = Demain soir
snooze-hour = Une heure
snooze-local = Sur cet appareil seulement, pas sur le serveur.
snooze-monday = Lundi matin
snooze-title = Reporter
snooze-tomorrow = Demain matin

## Routes

family-alerts = Alertes
    .also = alarmes, seuils
family-custom-dashboards = Tableaux de bord
    .also = dashboards, tableaux personnalisés
family-field-definitions = Définitions de champs
    .also = dictionnaire, champs, libellés, unités
family-fonds = Fonds
    .also = véhicules
family-notifications = Notifications
family-operateurs = Opérateurs
    .also = emprunteurs, promoteurs, enrichissement SIREN
family-operations = Opérations
    .also = prêts, financements, dossiers
family-saved-views = Vues du serveur
    .also = vues enregistrées, vues d’opérations, filtres enregistrés
family-spvs = SPV
    .also = sociétés de projet, SPVs
family-tasks = Tâches
family-taxonomies = Taxonomies
    .also = codes, vocabulaire, nomenclature
mode-discovered = découverte
mode-documented = documentée
mode-forbidden = non autorisée
mode-needs_parameters = paramètres requis
mode-probed = sondée
mode-unlisted = non listées par le serveur
mode-unknown = pas encore chargée
mode-watched = identifiants suivis
route-absent = absente (404)
route-ambiguous = 404 : route absente, ou utilisateur délégué inconnu
route-later = erreur du serveur, nouvel essai plus tard

## Autres domaines du serveur, trouvés par la palette

area-refunds = Remboursements
    .also = échéances remboursées
area-rcci = Conformité (RCCI)
    .also = conformité, contrôle interne
area-workflows = Workflows et recommandations
    .also = processus
area-ai-extraction = Extractions par IA
    .also = intelligence artificielle, documents, travaux d’extraction
area-imports = Imports
    .also = importer, fichiers importés
area-notes = Notes du serveur
    .also = imports et notes
area-external-identifiers = Identifiants externes
    .also = références externes, synchronisation
area-personal-data = Données personnelles
    .also = RGPD, GDPR, vie privée
area-description = Description de l’API
    .also = postman, OpenAPI, collection, liste des routes, description du service

## Tâches, vues, explorateur
dashboard-shared = partagé
empty-list = La liste est vide.
empty-list-forbidden = Cette clé n’a pas accès à cette liste.
empty-list-parameters = Le serveur ne fournit pas cette liste en entier.
empty-list-unlisted = Le serveur n’a pas cette liste.
empty-list-unlisted-route = Le serveur n’a pas cette liste. { $key } charge toute route, par exemple celle d’un enregistrement.
empty-list-watched-there = Le serveur n’a pas cette liste. Suivez des identifiants avec { $key } dans { $n } { $screen }.
empty-list-watched = Le serveur n’a pas cette liste. Seuls les identifiants ajoutés sont suivis.
empty-list-ambiguous = Le serveur n’a pas cette liste, ou ne connaît pas l’utilisateur { $user }. Les identifiants ajoutés sont suivis.
explorer-back = Retour : { $screen }
explorer-answer = réponse
explorer-no-record = Rien à afficher.
inbox-none-shown = Aucune notification ne correspond au filtre.
explorer-no-route = Le serveur n’a rien à ce chemin.
explorer-no-route-do = Vérifiez le chemin et ses identifiants, puis rechargez-le. Ou choisissez une source dans la liste.
explorer-none-shown = Aucun enregistrement ne correspond au filtre.
explorer-not-asked = Route pas encore chargée. Ouvrez-la pour la charger.
explorer-of-total = { $total } sur le serveur
explorer-record = Enregistrement
nested-empty = aucun
nested-pair = { $label } : { $value }
nested-elements = { $n ->
    [one] { $n } élément
   *[other] { $n } éléments
}
nested-named = { $count } : { $names }
explorer-records = { $n ->
    [one] { $n } enregistrement
   *[other] { $n } enregistrements
}
explorer-records-shown = { $n ->
    [one] { $n } enregistrement · { $shown ->
        [one] { $shown } affiché
       *[other] { $shown } affichés
    }
   *[other] { $n } enregistrements · { $shown ->
        [one] { $shown } affiché
       *[other] { $shown } affichés
    }
}
explorer-sources = Sources
library-deal-views = Mes vues
    .also = filtres enregistrés, vues locales
library-detail = Détail
library-detail-none = Ouvrez une vue du serveur ou un tableau de bord.
library-kept-here = locales
library-limits = { $bytes }/{ $most } octets, { $filters }/{ $filters_most } filtres, { $columns }/{ $columns_most } colonnes, { $sorts }/{ $sorts_most } clés de tri
task-late = { $n ->
    [one] { $date }, { $n } jour de retard
   *[other] { $date }, { $n } jours de retard
}
task-late-short = { $date }, retard { $days }
task-statut-unknown = statut inconnu
tasks-add-hint = Ajoutez des identifiants à suivre avec { $key }.
tasks-none = Aucune tâche
tasks-reading = Chargement des tâches…
tasks-mine = les miennes
tasks-shown = { $n ->
    [one] { $n } affichée
   *[other] { $n } affichées
}
task-sort-all = toutes les tâches
task-sort-deal = par deal
task-sort-due = par échéance
task-sort-mine = mes tâches seulement
task-sort-priority = par priorité
tasks-known = { $n ->
    [one] { $n } tâche
   *[other] { $n } tâches
}
tile-computed = calculé depuis la synthèse du portefeuille, { $read }
tile-dashboard = tableau de bord
tile-filters-left = porte sur tout, ses propres filtres ne sont pas appliqués
tile-given = fourni par le serveur, { $read }
tile-kind-unknown = type « { $kind } » inconnu, champs affichés tels que reçus
tile-list-unread = liste pas encore chargée : ouvrez-la dans l’explorateur
tile-no-filter = aucun : toutes les opérations
tile-none = Aucun contenu
tile-none-why = le serveur n’envoie que le nom de ce tableau de bord
tile-not-applied = Non appliqué
tile-nth = Carte { $n }
tile-other = Autres champs
tile-rows = { $shown } sur { $total }, { $read }
tile-sort-down = { $field }, décroissant
tile-sort-up = { $field }, croissant
tile-summary-unread = synthèse du portefeuille pas encore chargée
tile-view-asks = Définition de la vue
tile-view-limits = appliqué aux données chargées, les vues du serveur ne se suppriment pas ici
tile-view-operations = Opérations
tile-view-other-type = non listées : ce n’est pas une vue d’opérations
tree-parts = { $n ->
    [one] ({ $n } élément)
   *[other] ({ $n } éléments)
}
watched-unknown = inconnu du serveur
watched-waits = pas encore chargé : le serveur n’a pas répondu
inbox-unanswered-keys = { $forget } ne plus suivre · { $again } réessayer
watched-unknown-why = inconnu du serveur : « { $why } »

## Activité

activity-gate = Le serveur a demandé d’attendre. L’envoi reprendra automatiquement. Vous pouvez continuer à travailler.
activity-journal = Journal des modifications
    .also = journal, Idempotency-Key, preuves, qui a changé quoi, écritures
activity-journal-empty = Aucune modification envoyée.
activity-rights = Droits constatés
    .also = droits, portées, scopes, permissions, autorisations, routes, habilitations, capacités, liste blanche
activity-rights-empty = Aucun droit constaté pour l’instant.
activity-service = Serveur
activity-state = État
activity-why = Pourquoi
activity-still = Reste disponible
activity-read = Données
activity-connection = Connexion
activity-empty-outbox = Aucune modification en attente.
activity-outbox-parked = Modifications
outbox-waiting = { $n } en attente
outbox-refused = { $n ->
    [one] { $n } refusée
   *[other] { $n } refusées
}
outbox-undecided = { $n } à trancher
activity-outbox = Modifications en attente
    .also = outbox, file d’envoi, file d’attente, conflits, refus, hors ligne, écritures refusées
activity-requests-writes = Requêtes : modifications
activity-requests = Requêtes
    .also = journal des requêtes, X-Request-ID, réseau, erreurs
activity-requests-empty = Aucune requête depuis le démarrage.
conflict-nothing-sent = Rien n’est envoyé avant votre choix.
conflict-send = Envoyer ce choix
gate-closed-until = envois suspendus jusqu’à { $at }
gate-open = envois actifs
conflict-why = modifié entre-temps sur le serveur
conflict-delete = supprimer
conflict-delete-why = modifié sur le serveur depuis votre demande de suppression
conflict-gone = supprimé
conflict-gone-why = supprimé sur le serveur : recréez-le ou abandonnez votre modification
conflict-recreate = Recréer le deal
conflict-keep-deal = Garder le deal
conflict-keep-deletion = Supprimer le deal
conflict-keep-gone = Le laisser supprimé
conflict-keep-my-value = Garder ma valeur
conflict-keep-my-values = Garder mes valeurs
conflict-keep-their-value = Garder la valeur du serveur
conflict-keep-their-values = Garder les valeurs du serveur
conflict-my-value = ma valeur
conflict-mine = la mienne
conflict-seen = vu
conflict-as-of-at = état à { $at }
conflict-as-of-on = état du { $at }
conflict-read-at = chargé à { $at }
conflict-read-on = chargé le { $at }
conflict-service-at = sur le serveur, état à { $at }
conflict-service-on = sur le serveur, état du { $at }
conflict-others = Aussi modifié sur le serveur entre-temps :
conflict-theirs = serveur
kept-closed = Le dossier { $dir } est en lecture seule. La consultation reste possible, mais rien ne peut être enregistré. Les modifications en attente sont en sécurité. Rendez-le accessible en écriture pour continuer.
kept-closed-short = lecture seule : rien n’est enregistré
kept-clock-ahead = L’horloge de cet appareil avance de { $off } sur celle du serveur. Encours corrige ses propres dates et signatures. Les autres programmes ne le font pas. Mettez l’appareil à l’heure.
kept-clock-behind = L’horloge de cet appareil retarde de { $off } sur celle du serveur. Encours corrige ses propres dates et signatures. Les autres programmes ne le font pas. Mettez l’appareil à l’heure.
kept-clock-short = horloge décalée de { $off }
kept-damaged-cache = Les données locales étaient endommagées. Rien n’est perdu : elles seront rechargées dès que le serveur répondra.
kept-elsewhere = { $n ->
    [one] { $n } modification est en attente
   *[other] { $n } modifications sont en attente
} sur cet appareil sous une autre identité : encours outbox list --base-url { $url } --key-id { $key }, sans --as-user ni ENCOURS_AS_USER
kept-elsewhere-short = { $n ->
    [one] { $n } modification
   *[other] { $n } modifications
}, autre identité (voir Activité)
kept-elsewhere-user = { $n ->
    [one] { $n } modification est en attente
   *[other] { $n } modifications sont en attente
} sur cet appareil sous une autre identité : encours outbox list --base-url { $url } --key-id { $key } --as-user { $user }
kept-full = Disque plein ({ $dir }). La consultation reste possible, mais rien ne peut être enregistré. Les modifications en attente sont en sécurité. Libérez de l’espace pour continuer.
kept-full-short = disque plein : rien n’est enregistré
kept-limited = Les fichiers de { $dir } ont atteint la taille limite (ulimit -f). La consultation reste possible, mais rien ne peut être enregistré. Les modifications en attente sont en sécurité. Relevez la limite, puis relancez Encours.
kept-limited-short = taille de fichier limitée : rien n’est enregistré
kept-gone-cache = Le fichier des données locales était absent au démarrage. Les deals viennent de l’historique. Le reste sera rechargé dès que le serveur répondra.
kept-damaged-unread = D’ici là, les données de l’historique sont affichées. Dès que le serveur répond, encours sync recharge tout.
kept-damaged-file = « encours doctor » l’indique tant que l’ancien fichier n’est ni déplacé ni supprimé : { $file }
kept-damaged-history = Le fichier de l’historique et du journal était endommagé. { $n ->
    [0] Rien n’a pu être récupéré.
    [one] { $n } entrée a été récupérée.
   *[other] { $n } entrées ont été récupérées.
} Ce qui manque est perdu.
kept-damaged-outbox = Le fichier des modifications en attente était endommagé. { $n ->
    [0] Aucune modification n’a été récupérée.
    [one] { $n } modification a été récupérée.
   *[other] { $n } modifications ont été récupérées.
}
kept-damaged-outbox-lost = { $n ->
    [one] { $n } autre était en attente et ne peut pas être récupérée.
   *[other] { $n } autres étaient en attente et ne peuvent pas être récupérées.
}
kept-damaged-outbox-more = Il y en avait peut-être d’autres.
kept-damaged-said = { $text }
kept-damaged-settings = Le fichier de vos vues et notes était endommagé. { $n ->
    [0] Rien n’a pu être récupéré.
    [one] { $n } réglage a été récupéré.
   *[other] { $n } réglages ont été récupérés.
}
kept-damaged-short = fichier endommagé mis de côté (voir Activité)
kept-gone-history = Le fichier de l’historique et du journal était absent au démarrage. L’historique antérieur est perdu.
kept-gone-note = Supprimez { $file } pour masquer ce message
kept-gone-outbox = Le fichier des modifications en attente était absent au démarrage. Celles qui n’étaient pas envoyées sont perdues.
kept-gone-outbox-lost = { $n ->
    [one] Le journal en contient { $n }.
   *[other] Le journal en contient { $n }.
}
kept-gone-settings = Le fichier de vos vues, notes et étoiles était absent au démarrage. Encours fait une sauvegarde par jour : « encours settings restore » rétablit ce qui manque.
kept-copies = Encours fait une sauvegarde par jour : « encours settings restore » rétablit ce qui manque.
kept-gone-short = fichier du profil absent (voir Activité)
kept-newer-cache = Les données locales viennent d’une version plus récente d’Encours. Rien n’est perdu : elles seront rechargées dès que le serveur répondra. Le fichier plus récent est enregistré sous { $file }
kept-repair = Un fichier de ce profil est endommagé. Fermez les autres fenêtres et commandes d’Encours pour qu’il soit réparé. La consultation reste possible.
kept-repair-short = fichier endommagé : fermez l’autre fenêtre
kept-taken = Une autre fenêtre d’Encours envoie depuis { $at }. Vos modifications seront envoyées quand elle aura fini, ou quelques secondes après son arrêt.
kept-taken-short = une autre fenêtre envoie

## États

empty-column = aucun deal
empty-deal = Aucun deal ouvert
empty-deal-hint = Sélectionnez un deal dans le pipeline, puis appuyez sur { $key }.
empty-filter = Aucun deal ne correspond
empty-filter-also = Un mot seul est cherché dans les noms. { $term } trouve { $deals }.
empty-filter-also-keys = Un mot seul est cherché dans les noms. { $term } ({ $keys }) trouve { $deals }.
empty-filter-back = { $key } revient au filtre précédent.
empty-filter-clear = { $key } l’efface.
empty-filter-unfinished = Le filtre est incomplet
empty-filter-hides = { $total ->
    [one] Le filtre { $filter } masque { $hidden } deal sur { $total }.
   *[other] Le filtre { $filter } masque { $hidden } deals sur { $total }.
}
empty-collapsed = Tous sont repliés
empty-collapsed-hint = { $columns }. { $key } déplie.
empty-inbox = Aucune notification
empty-inbox-snoozed = Aucune notification reportée
empty-inbox-starred = Aucune étoile
empty-inbox-unread = Tout est lu
empty-palette = Rien ne correspond à « { $text } ».
empty-pipeline = Aucun deal pour l’instant
empty-pipeline-hint = Créez le premier avec { $key }.
first-read = Première synchronisation
first-read-note = les compteurs, puis les cartes
store-opens = Chargement des données locales…
store-opens-note = les données enregistrées s’affichent dans un instant
gate-none-before = Les requêtes reprennent ensuite.
offline-trying = essai en cours
offline-retry-in = essai dans { $left }
terminal-too-small = Fenêtre trop petite : { $columns } × { $rows } minimum.

## Erreurs : ce qui s’est passé (-what), ce qui est enregistré (-kept), que faire (-do)

error-auth-do = Vérifiez la clé et le secret, puis reconnectez-vous : encours login.
error-auth-kept = Les données chargées restent disponibles. Les modifications restent en attente.
error-auth-what = Le serveur a refusé la clé.
error-conflict-do = Comparez les deux versions, puis choisissez laquelle garder.
error-conflict-kept = Rien n’a changé sur le serveur. Votre version est dans Activité.
error-conflict-what = Modifié entre-temps sur le serveur.
error-detail = Détail
error-forbidden-delegate-do = Demandez à votre administrateur de vérifier l’utilisateur délégué et les droits de la clé.
error-forbidden-delegate-what = La clé ne peut pas agir en tant que cet utilisateur.
error-forbidden-do = Les droits ou adresses de la clé sont peut-être limités. Contactez son administrateur, puis renvoyez.
error-forbidden-do-read = Les droits ou adresses de la clé sont peut-être limités. Contactez son administrateur, puis actualisez.
error-forbidden-kept = Rien n’a changé sur le serveur. La requête est dans Activité.
error-forbidden-kept-read = Les données chargées restent affichées.
error-forbidden-scope-what = La clé n’a pas le droit { $scope }.
error-forbidden-what = La clé n’autorise pas cette action.
error-forbidden-write-deals-what = La clé ne peut pas modifier les deals.
error-invalid-do = Corrigez la valeur, puis renvoyez.
error-invalid-input-do = Corrigez la saisie.
error-invalid-input-kept = Rien n’a été envoyé.
error-invalid-input-what = Cette valeur ne peut pas être envoyée : { $detail }
error-invalid-kept = Rien n’a changé sur le serveur. La requête est dans Activité.
error-invalid-what = Le serveur a refusé la requête, jugée non valide.
error-move-refused-kept = Rien n’a changé sur le serveur. La requête est dans Activité.
error-move-refused-what = Le serveur a refusé le déplacement de { $name } vers { $status }.
error-not-found-do = Actualisez, puis vérifiez l’identifiant.
error-not-found-kept = La dernière version chargée reste affichée, marquée « absent du serveur ».
error-not-found-what = Le serveur ne connaît pas cet identifiant.
error-nothing-read-kept = Pas encore chargé sur cet appareil.
error-offline-do = Rien à faire : Encours réessaie automatiquement.
error-offline-kept = Les données chargées restent disponibles. Les modifications restent en attente.
error-offline-what = Le serveur est injoignable.
error-intercepted-do = Ouvrez une page dans un navigateur et connectez-vous au réseau, puis actualisez.
error-intercepted-what = Une page de connexion au réseau ou un proxy bloque le serveur.
error-protocol-do = Réessayez, puis transmettez l’ID de requête au support.
error-protocol-kept = Les données précédentes restent affichées.
error-protocol-what = Réponse inattendue du serveur.
error-queued-do = Rien à faire : l’envoi est automatique. Voir Activité.
error-queued-kept = La modification est enregistrée et ne peut pas être appliquée deux fois.
error-queued-what = La modification n’a pas encore atteint le serveur.
error-rate-limited-do = Patientez : l’envoi reprend automatiquement.
error-rate-limited-do-read = Patientez, puis actualisez. Le chargement en arrière-plan reprend automatiquement.
error-rate-limited-kept = Rien n’est perdu. Les requêtes reprendront ensuite.
error-rate-limited-until-what = Le serveur a demandé d’attendre jusqu’à { $time }.
error-rate-limited-what = Le serveur a demandé d’attendre.
error-copy = Copier pour le support
error-scope = Droit manquant
error-route = Route
error-reason = Motif
error-answered = « { $text } » (réponse { $status }, requête { $request })
error-request = Requête
error-response = Réponse
error-secret-elsewhere-do = Le secret vient d’ENCOURS_SECRET ou du credential_command du profil. Corrigez-le là, puis relancez Encours.
error-sign-in-here-do = Choisissez « Se connecter… » ci-dessus et collez le secret de la clé. Ou déverrouillez le trousseau, puis réessayez.
error-sign-in-here-no-keyring-do = Choisissez « Se connecter… » ci-dessus, collez le secret de la clé et une phrase secrète pour le protéger, car cet appareil n’a pas de trousseau.
error-sign-in-do = Connectez-vous : encours login.
error-sign-in-kept = Les données chargées restent disponibles.
error-sign-in-what = Aucun secret n’a été trouvé pour cette clé.
error-store-do = Libérez de l’espace ou vérifiez les droits du dossier, puis réessayez.
error-store-kept = Rien n’a été envoyé.
error-store-what = L’enregistrement sur cet appareil a échoué.
error-to-do = À faire : { $what }
error-remains-do = Renvoyez-la (Encours vérifie d’abord le serveur), ou abandonnez-la.
error-remains-kept = Elle est enregistrée sur cet appareil, sans envoi automatique.
error-remains-what = récupérée d’un fichier endommagé, peut-être déjà envoyée ou abandonnée
error-unexpected-do = Réessayez, puis transmettez l’ID de requête au support.
error-unexpected-kept = Les données précédentes restent affichées. Les modifications restent en attente.
error-unexpected-what = Le serveur a rencontré une erreur.
error-unreachable-do = Vérifiez le réseau et l’adresse du serveur, puis réessayez.
error-unreachable-kept = Les données chargées restent disponibles.
error-unreachable-what = Le serveur est injoignable.
error-withheld-do = Relancez Encours sans --offline pour charger.
error-withheld-kept = Pas encore chargé sur cet appareil.
error-withheld-kept-read = Les données chargées restent disponibles.
error-withheld-what = Mode hors ligne.
error-usage-do = Consultez encours --help.
error-usage-kept = Rien n’a été envoyé.
error-usage-what = La commande ou la configuration n’est pas valide.
error-user-forbidden-do = Contactez l’administrateur de la clé : l’utilisateur n’est peut-être ni approuvé ni sur la liste de la clé, ou la clé n’a pas ce droit. Actualisez ensuite.
error-user-forbidden-what = La clé ne peut pas agir en tant que { $user }, ou n’a pas accès à cette liste.
error-user-not-found-do = Vérifiez l’identifiant de l’utilisateur, ou changez d’utilisateur : si un autre a cette liste, l’identifiant est faux.
error-user-not-found-what = Le serveur ne connaît pas l’utilisateur { $user }, ou n’a pas cette liste.

## Toasts

toast-already-so = déjà à jour, rien envoyé
toast-already-so-doubt = modification abandonnée, peut-être déjà appliquée
toast-left-deleted = supprimé entre-temps, rien à annuler
toast-left-never = jamais envoyé, rien à annuler
toast-left-to-decide = attend votre décision dans la file d’envoi, rien envoyé
toast-changed-since = modifié ailleurs entre-temps, laissé tel quel
toast-same-elsewhere = annulé, mais une autre fenêtre a fait la même modification
toast-apart = notifications dégroupées
toast-bulk-to = { $n ->
    [one] { $n } deal → { $to }
   *[other] { $n } deals → { $to }
}
toast-bulk-begun = { $n ->
    [one] { $n } deal sera modifié
   *[other] { $n } deals seront modifiés
}
toast-bulk-deletes = { $n ->
    [one] { $n } deal sera supprimé
   *[other] { $n } deals seront supprimés
}
toast-bulk-ended = { $n ->
    [one] modification appliquée à { $n } deal
   *[other] modification appliquée à { $n } deals
}
toast-bulk-failed = { $done ->
    [one] { $done } effectué
   *[other] { $done } effectués
}, { $failed ->
    [one] { $failed } refusé
   *[other] { $failed } refusés
}
toast-bulk-open-first = { $done ->
    [one] { $done } effectué
   *[other] { $done } effectués
}, { $failed ->
    [one] { $failed } non appliqué
   *[other] { $failed } non appliqués
}. { $name } : { $why }
toast-bulk-failed-first = { $done ->
    [one] { $done } effectué
   *[other] { $done } effectués
}, { $failed ->
    [one] { $failed } refusé
   *[other] { $failed } refusés
}. { $name } : { $why }
toast-bulk-stopped = { $n ->
    [0] rien à arrêter, tout est déjà envoyé
    [one] arrêté, { $n } deal inchangé
   *[other] arrêté, { $n } deals inchangés
}
toast-about = { $name } :
toast-leading = { $text } ({ $key } : { $way })
toast-conflict = aussi modifié sur le serveur, choisissez une version
toast-conflict-gone = supprimé sur le serveur, à recréer ou à abandonner
toast-will-be-recreated = sera recréé : nouvel identifiant, sans notes
toast-decided-mine = envoi de votre version
toast-decided-theirs = version du serveur conservée, rien envoyé
toast-handed = copié via le terminal
toast-handed-handover = passation copiée via le terminal
toast-handed-json = réponse du serveur copiée via le terminal, en JSON
toast-handed-request = détails de la requête copiés via le terminal
toast-handed-refusal = détails de la modification refusée copiés via le terminal
toast-handed-cells = { $n ->
    [one] { $n } cellule copiée via le terminal
   *[other] { $n } cellules copiées via le terminal
}
toast-handed-rows = { $n ->
    [one] { $n } ligne copiée via le terminal
   *[other] { $n } lignes copiées via le terminal
}
toast-handed-views = { $n ->
    [one] { $n } vue copiée en texte via le terminal
   *[other] { $n } vues copiées en texte via le terminal
}
toast-copied = copié
toast-copied-json = réponse du serveur copiée en JSON
toast-copied-request = détails de la requête copiés
toast-copied-refusal = détails de la modification refusée copiés
toast-copied-cells = { $n ->
    [one] { $n } cellule copiée
   *[other] { $n } cellules copiées
}
toast-copied-rows = { $n ->
    [one] { $n } ligne copiée
   *[other] { $n } lignes copiées
}
toast-copied-views = { $n ->
    [one] { $n } vue copiée en texte
   *[other] { $n } vues copiées en texte
}
toast-copy-failed = trop long pour le presse-papiers du terminal, rien n’a été copié. { $key } exporte vers un fichier
toast-created = créé
toast-created-hidden = créé, mais masqué par le filtre
toast-creating = création en cours
toast-creating-gate = enregistré, sera créé dès que le serveur l’accepte
toast-creating-offline = enregistré, sera créé dès que le serveur répond
toast-creating-signed-out = enregistré, sera créé après la connexion
toast-creating-withheld = enregistré, sera créé au prochain démarrage sans --offline
toast-deleted = sera supprimé
toast-discarded = modification abandonnée, serveur inchangé
toast-discarded-doubt = modification abandonnée, peut-être déjà appliquée
toast-disabled = { $action } : { $why }
toast-disabled-key = { $action } : { $why } ({ $key })
toast-dropped-elsewhere = modification annulée ou abandonnée ailleurs, rien envoyé
toast-dropped-elsewhere-doubt = modification abandonnée ailleurs, peut-être déjà appliquée
toast-dropped-elsewhere-refused = modification refusée abandonnée ailleurs, serveur inchangé
toast-dropped-elsewhere-sent = modification non appliquée abandonnée ailleurs
toast-edited = modifié
toast-given = { $from } → { $to }
toast-elsewhere = { $action } : seulement sur { $screens }
toast-editor-failed = échec ({ $why }), rien n’a changé
toast-editor-missing = introuvable, rien n’a changé
toast-gone = déjà supprimé. Encore { $key } pour le recréer : nouvel identifiant, sans notes ni autres champs
toast-gone-button = déjà supprimé. Recréé, il perd son identifiant, ses notes et ses autres champs
toast-gone-already = était déjà supprimé sur le serveur
toast-grouped = { $n ->
    [0] aucun titre semblable
    [one] { $n } groupe de titres semblables
   *[other] { $n } groupes de titres semblables
}
toast-marking = { $n ->
    [one] { $n } notification sera marquée comme lue
   *[other] { $n } notifications seront marquées comme lues
}
toast-marking-one = sera marquée comme lue
toast-marks-ended = { $failed ->
    [0] { $done ->
        [one] { $done } notification marquée comme lue
       *[other] { $done } notifications marquées comme lues
    }
   *[other] { $done ->
        [one] { $done } marquée comme lue
       *[other] { $done } marquées comme lues
    }, { $failed ->
        [one] { $failed } refusée
       *[other] { $failed } refusées
    } (voir Activité)
}
toast-marks-stopped = { $done ->
    [0] { $left ->
        [one] marquage annulé, { $left } reste non lue
       *[other] marquage annulé, { $left } restent non lues
    }
   *[other] marquage arrêté, { $done ->
        [one] { $done } marquée comme lue
       *[other] { $done } marquées comme lues
    }, { $left ->
        [one] { $left } reste non lue
       *[other] { $left } restent non lues
    }
}
toast-me-known = défini comme votre nom (responsable:moi)
toast-followup-done = relance faite
toast-followup-removed = relance retirée
toast-followup-set = relance le { $date }
toast-deal-starred = étoile ajoutée, sur cet appareil seulement
toast-deal-unstarred = étoile retirée
toast-labels = étiquettes enregistrées, sur cet appareil seulement
toast-me-unknown = votre nom a été retiré
toast-moved = déplacé vers { $status }
toast-moved-from = { $from } → { $to }
toast-moved-owner = { $from } → { $to }, { $owner }
toast-note-kept = note enregistrée
toast-note-of-both = modifiée aussi dans une autre fenêtre, les deux textes sont enregistrés (le vôtre dessous)
toast-note-removed = note supprimée
toast-not-kept = n’a pas pu être enregistré sur cet appareil, rien n’a changé
toast-redone = modification rétablie
toast-redone-move = déplacement rétabli
toast-redone-note = modification de la note rétablie
toast-redone-sleep = modification du report rétablie
toast-redone-star = modification de l’étoile rétablie
toast-redone-filter = filtre effacé de nouveau
toast-redone-view = modification de la vue rétablie
toast-redone-many = { $n ->
    [one] modification rétablie pour { $n } deal
   *[other] modification rétablie pour { $n } deals
}
toast-refused = refusé, { $why }
toast-resending = renvoi en cours
toast-resending-gate = renvoi dès que le serveur l’accepte
toast-resending-offline = renvoi dès que le serveur répond
toast-resending-signed-out = renvoi après la connexion
toast-resending-withheld = renvoi au prochain démarrage sans --offline
toast-snoozed = { $n ->
    [one] { $n } notification reportée au { $date }
   *[other] { $n } notifications reportées au { $date }
}
toast-not-kept-closed = n’a pas pu être enregistré (dossier en lecture seule), rien n’a changé
toast-not-kept-limited = n’a pas pu être enregistré (taille de fichier limitée, voir ulimit -f), rien n’a changé
toast-not-kept-full = n’a pas pu être enregistré (disque plein), rien n’a changé
toast-store-failed = enregistrement impossible sur cet appareil : { $why }
toast-starred = { $n ->
    [one] étoile ajoutée, sur cet appareil seulement
   *[other] étoile ajoutée à { $n } notifications, sur cet appareil seulement
}
toast-taken-up = modification rétablie
toast-too-late = déjà envoyé, ne peut plus être annulé
toast-undone = modification annulée
toast-undone-decision = choix annulé, conflit de nouveau à résoudre
toast-undone-deletion = suppression annulée
toast-undone-last = Dernière modification annulée
toast-undoing-many = { $n ->
    [one] annulation en cours pour { $n } deal
   *[other] annulation en cours pour { $n } deals
}
toast-undone-many = { $n ->
    [one] modification annulée pour { $n } deal
   *[other] modification annulée pour { $n } deals
}
toast-undone-note = modification de la note annulée
toast-undone-sleep = modification du report annulée
toast-undone-stars = modification des étoiles annulée
toast-undone-star = modification de l’étoile annulée
toast-undone-filter = filtre rétabli
toast-undone-view = modification de la vue annulée
toast-undone-move = déplacement annulé
toast-unmarked = { $n ->
    [one] { $n } notification de nouveau non lue
   *[other] { $n } notifications de nouveau non lues
}
toast-unmarked-one = de nouveau non lue
toast-unstarred = { $n ->
    [one] étoile retirée
   *[other] étoile retirée à { $n } notifications
}
toast-view-at-start = s’ouvre au démarrage
toast-view-deleted = supprimée
toast-view-not-at-start = ne s’ouvre plus au démarrage
toast-view-pinned = épinglée
toast-view-refused = vue non valide, rien n’a changé : « { $why } »
view-bad-filter = vue « { $name } », filtre : { $why }
rule-kind-rule = règle
rule-kind-subscription = abonnement
rule-repeat-once = une fois
rule-repeat-each = à chaque fois
rule-repeat-daily = chaque jour
rules-hint = Entrée affiche les deals. Pour mettre fin à un abonnement, affichez ses deals et choisissez de nouveau « Prévenir des entrées et sorties ».
rules-none = Aucune pour l’instant. Filtrez les deals et choisissez « Prévenir des entrées et sorties », ou écrivez [rules.NOM] dans config.toml.
toast-raised-since = Filtre de la règle : des deals ont pu changer depuis
toast-link-form = Fermez d’abord ce formulaire, puis ouvrez à nouveau le lien.
toast-link-view = Aucune vue « { $name } » n’existe sur cet appareil.
toast-rules-off = { $n ->
    [one] { $why }
   *[other] { $n } règles sont inactives. { $why }
}
toast-subscribed = abonnement activé
toast-unsubscribed = abonnement terminé
view-subscribed = prévient
toast-view-saved = enregistrée
toast-view-unpinned = détachée
toast-views-imported = { $n ->
    [0] aucune vue trouvée, rien n’a été importé
    [one] { $n } vue importée
   *[other] { $n } vues importées
}
toast-language = Langue : français
toast-filter-cleared = Filtre effacé
toast-filter-part-cleared = Filtre effacé en partie
toast-filter-stays = Filtre toujours actif : { $key } l’efface
toast-visit-ended = Visite terminée, les nouveaux changements seront suivis
toast-visit-resumed = { $n ->
    [one] { $n } changement marqué comme non vu
   *[other] { $n } changements marqués comme non vus
}
toast-visit-seen = { $n ->
    [one] { $n } changement marqué comme vu
   *[other] { $n } changements marqués comme vus
}
toast-watching = { $n ->
    [one] { $n } identifiant suivi
   *[other] { $n } identifiants suivis
} : { $ids }
toast-answered = trouvée sur le serveur
toast-answered-all = { $n ->
    [one] { $n } identifiant trouvé sur le serveur
   *[other] { $n } identifiants, tous trouvés sur le serveur
}
toast-answered-read = trouvée sur le serveur, déjà lue
toast-answered-unknown = { $unknown ->
    [one] { $unknown } identifiant sur { $n } introuvable sur le serveur
   *[other] { $unknown } identifiants sur { $n } introuvables sur le serveur
}
toast-watching-some = { $n ->
    [one] { $n } identifiant suivi
   *[other] { $n } identifiants suivis
}, { $left ->
    [one] { $left } mot ignoré : « { $first } »
   *[other] { $left } mots ignorés, le premier : « { $first } »
}
toast-forgotten = { $n ->
    [one] { $n } identifiant n’est plus suivi
   *[other] { $n } identifiants ne sont plus suivis
} : { $ids }
toast-unsnoozed = { $n ->
    [one] report annulé
   *[other] report annulé pour { $n } notifications
}

## Formulaires

breach-bound = l’identifiant et le type de la vue ne peuvent pas changer
breach-bytes = filtres, colonnes et tris dépassent 16 384 octets
breach-columns = plus de 64 colonnes
breach-filter-key = filtre inconnu pour les vues d’opérations (« status » s’écrit statut)
breach-filter-keys = plus de 24 filtres
breach-sort-keys = plus de 4 tris
breach-sort-order = sort_order doit être asc ou desc
breach-filters-shape = filters doit être un objet sans clé répétée
breach-columns-shape = columns doit être un tableau de noms
breach-sort-shape = sort doit contenir des objets avec sort_by et sort_order
form-create-title = Nouveau deal
form-edit-many-title = { $n ->
    [one] Responsable de { $n } deal
   *[other] Responsable de { $n } deals
}
form-edit-title = Modifier { $name }
form-entry-field-empty = Obligatoire pour ce statut.
form-entry-and-more = { $n ->
    [one] { $names } et { $n } autre
   *[other] { $names } et { $n } autres
}
form-entry-many-title = { $n ->
    [one] { $n } deal → { $status }
   *[other] { $n } deals → { $status }
}
form-entry-several-title = { $n ->
    [one] { $n } deal vers { $statuses } statuts
   *[other] { $n } deals vers { $statuses } statuts
}
form-entry-note-both = Le responsable est envoyé avec le déplacement. Le reste est enregistré sur cet appareil, jamais envoyé.
form-entry-note-kept = Enregistré sur cet appareil, jamais envoyé.
form-entry-reason-empty = Un motif est obligatoire pour ce statut.
form-entry-title = { $name } → { $status }
form-ids-empty = aucun identifiant trouvé
form-ids-note = Collez des identifiants, des liens, des e-mails, du CSV ou du JSON.
form-ids-taken = { $n ->
    [one] Un identifiant
   *[other] { $n } identifiants
} : { $ids }
form-ids-left = { $n ->
    [one] Un mot ignoré
   *[other] { $n } mots ignorés
} : { $words }
form-ids-title = Identifiants à suivre : { $family }
form-ids-unusable = ce n’est pas un identifiant de ce type
form-json-wrong = ce n’est pas un objet ou un tableau JSON
form-add-owner = Ajouter « { $name } »
form-use-typed = Utiliser « { $name } »
form-left-out = non renseigné
form-move-many-title = { $n ->
    [one] Déplacer { $n } deal vers
   *[other] Déplacer { $n } deals vers
}
form-new-note = Le nom et la classe d’actif ne pourront plus être modifiés ici. Le statut et le responsable resteront modifiables.
form-move-title = Déplacer { $name } vers
form-name-taken = { $n ->
    [one] Un deal porte déjà ce nom.
   *[other] { $n } deals portent déjà ce nom.
}
form-as-of-note = Un jour : hier, -7j, 1er novembre, 12/11 ou 2026-11-12. Connu depuis le { $date }. Laissez la seconde date vide pour comparer avec le présent.
form-as-of-title = Afficher l’état à une date
form-as-of-wrong = Pas un jour passé observé par cet appareil. L’affichage n’a pas changé. Saisissez un autre jour.
form-followup-day = Ce jour n’existe pas entre 2000 et 2199. Rien n’a été enregistré. Corrigez la date, par exemple 12/12 ou 2026-12-12.
form-followup-long = Le texte dépasse 500 caractères. Rien n’a été enregistré. Raccourcissez-le.
form-followup-note = Une date, puis une ligne de texte : demain, lundi, +3j, 12/12 ou 2026-12-12. Enregistrée sur cet appareil, jamais envoyée. Laissez vide pour la retirer.
form-followup-preview = Échéance : { $line }
form-followup-title = Relance de { $name }
form-followup-wrong = Commencez par une date : demain, lundi, +3j, 12/12 ou 2026-12-12. Rien n’a été enregistré.
form-labels-title = Étiquettes de { $name }
form-labels-note = Séparées par des virgules, comme prêteur, urgent. Enregistrées sur cet appareil, jamais envoyées. Effacez une étiquette pour la retirer.
form-labels-long = Une étiquette dépasse 40 caractères. Rien n’a été enregistré. Raccourcissez-la.
form-name-empty = Le nom ne peut pas être vide.
form-name-long = Plus de 255 caractères. Le serveur peut le refuser.
form-note-lines = { $line } va à la ligne, { $save } enregistre.
form-note-note = Privée : enregistrée sur cet appareil, jamais envoyée. Laissez vide pour la supprimer.
form-note-title = Note privée sur { $name }
form-owner-free = Tout nom est accepté.
form-owner-many = Tout nom est accepté. Laissez vide pour retirer le responsable de ces deals.
form-changes-note = Cherche dans les noms de deals, les changements et leurs auteurs. Laissez vide pour tout afficher.
form-tasks-note = Mots de la tâche, de son responsable ou de son deal ; status:prep, priority:haute. Tous doivent correspondre.
form-tasks-title = Filtrer et trier les tâches
form-changes-title = Filtrer les changements depuis la dernière visite
form-route-name-search = name et search ne peuvent pas être combinés
form-route-note = Un chemin sur le serveur, avec ses paramètres. Rien n’est modifié.
form-route-page-offset = page et offset ne peuvent pas être combinés
form-route-title = Appeler une route (GET)
form-required = obligatoire
form-route-wrong = ce n’est pas un chemin valide
form-service-view-note = Renomme la vue sur le serveur, pour l’utilisateur délégué.
form-task-note = Le nom reste sur cet appareil. Seul le statut est envoyé.
form-view-all = Nom réservé à la vue de tous les deals. Choisissez-en un autre.
form-view-note = Enregistrée sur cet appareil : filtre, colonnes, tri, kanban ou tableau.
form-view-rename-title = Renommer { $name }
form-view-replaces = Une autre vue porte ce nom. Enregistrez encore pour la remplacer.
form-view-state-note = En JSON. Le serveur ne garantit que le nom et la vue par défaut, et peut refuser ceci.
form-view-taken = Une autre vue porte déjà ce nom.
form-view-title = Enregistrer la vue
form-view-update-note = Laissez le nom vide pour mettre à jour la vue { $name }.
menu-current = actuel
menu-none = { $typed } : statut introuvable
menu-type = tapez pour chercher

## Actions : nom, ce que cela fait (-why), mot court des pieds d’écran (hint-)

action-act-for-user = Changer d’utilisateur…
    .also = agir pour un utilisateur, utilisateur délégué, délégation, compte, profil, au nom de, se faire passer pour, collègue
action-act-for-user-why = Choisir de qui afficher les vues, les tableaux de bord et les préférences d’alerte, ou ceux de la clé.
action-add-ids = Ajouter des identifiants
    .also = suivre, coller, identifiants suivis
action-add-ids-why = Suivre des identifiants que le serveur ne liste pas.
action-ask-route = Appeler une route
    .also = lire une route, API, GET, lecture, requête libre
action-ask-route-why = Envoyer une requête GET à n’importe quelle route du serveur.
action-back = Retour
action-back-why = Revenir, fermer ou effacer.
action-choose-columns = Choisir les colonnes
    .also = colonnes du tableau, champs affichés
    .about = ajouter, afficher, montrer, cacher, masquer, retirer, changer
action-choose-columns-why = Afficher, masquer, ordonner et dimensionner les colonnes du tableau. Celles du kanban suivent order dans config.toml.
action-clear-filter = Effacer le filtre
    .also = tout montrer, sans filtre, retirer le filtre, tous les deals
action-clear-filter-why = Tout afficher de nouveau. L’annulation rétablit le filtre du pipeline ou de l’explorateur.
action-clear-selection = Effacer la sélection
    .also = désélectionner, décocher, ne rien sélectionner
action-clear-selection-why = Tout désélectionner.
action-choose-figure = Indicateur des colonnes
    .also = synthèse des colonnes, chiffre des colonnes, somme, moyenne, médiane, minimum, maximum, pondéré, agrégat, total
    .about = afficher, montrer, choisir, tête
action-choose-figure-why = Choisir ce qu’affiche l’en-tête des colonnes : somme, moyenne, médiane, pondéré ou rien.
action-choose-side = Choisir champ par champ
    .also = conflit, mienne ou serveur, service, fusionner, mixte
action-choose-side-why = Choisir votre valeur ou celle du serveur pour un champ en conflit.
action-complete = Compléter
action-next-completion = Complétion suivante
action-next-completion-why = Passer à la complétion suivante sous le filtre. Entrée l’accepte.
action-previous-completion = Complétion précédente
action-previous-completion-why = Passer à la complétion précédente sous le filtre.
action-complete-previous = Compléter en arrière
action-complete-previous-why = Remplacer la complétion par la précédente.
action-complete-why = Compléter le mot par la proposition la plus probable. Répéter pour la suivante.
action-copy = Copier
    .also = presse-papiers, identifiant, copie
    .about = { palette-words-deal }, ligne, nom
action-copy-as = Copier…
    .also = presse-papiers, tableur, TSV, Markdown, relève, passation, copie
    .about = { palette-words-deal }
action-copy-as-why = Choisir quoi copier : identifiant, nom, lignes pour un tableur, passation, détails d’une requête.
action-copy-why = Copier l’identifiant ou la ligne en surbrillance, ou les détails d’une modification refusée.
action-edit-keys = Changer une touche
action-edit-keys-why = Ouvrir config.toml dans $EDITOR, à la touche cherchée. S’applique à la fermeture de l’éditeur.
action-default-view = Ouvrir au démarrage
    .also = vue par défaut, vue de départ, accueil
    .about = { palette-words-view }
action-default-view-why = Ouvrir cette vue au démarrage, ou ne plus l’ouvrir. Une vue du serveur devient la vue par défaut sur le serveur.
action-delete-deal = Supprimer
    .also = effacer, enlever, corbeille, doublon, retirer, jeter, détruire, poubelle, suppression
    .about = { palette-words-deal }, mettre
action-delete-deal-why = Supprimer le deal. Annulable pendant quelques secondes, puis définitif.
action-rules = Règles et abonnements
    .also = alertes, déclencheurs, surveiller, conditions, prévenir, notifier
action-rules-why = Lister ce qui vous prévient : les règles de config.toml et vos abonnements à des vues et à des filtres.
action-settings = Réglages
    .also = configuration, config.toml, préférences, options, devise, seuils, probabilités, langue
action-settings-why = Montrer et modifier les réglages de config.toml : valeur, défaut, origine et effet de chacun.
action-subscribe = Prévenir des entrées et sorties
    .also = s’abonner, abonnement, alerte, surveiller, notifier, se désabonner, arrêter
action-subscribe-why = Vous prévenir quand un deal entre dans cette vue ou ce filtre, ou en sort. De nouveau pour arrêter.
button-unsubscribe-view = Ne plus prévenir
action-delete-view = Supprimer la vue
    .also = effacer, enlever, retirer, jeter
    .about = { palette-words-view }
action-delete-view-why = Supprimer la vue. Ses deals ne changent pas.
action-discard-write = Abandonner la modification
    .also = jeter, oublier, retirer de la file, annuler l’envoi, abandonner l’écriture
    .about = { palette-words-write }, supprimer, effacer
action-discard-write-why = Abandonner une modification en attente ou refusée.
action-discover = Chercher les listes
    .also = découvrir, sonder, postman
action-discover-why = Chercher les listes non documentées (une requête par liste).
action-edit-deal = Modifier
    .also = responsable, réattribuer, attribuer, réaffecter, éditer, changer, corriger, mettre à jour, affecter, propriétaire, gestionnaire, modification
    .about = { palette-words-deal }
action-edit-in-place = Modifier dans la cellule
    .also = éditer, cellule
    .about = { palette-words-deal }
action-edit-deal-why = Changer le responsable du deal.
action-edit-in-place-why = Modifier la cellule en surbrillance ou, hors du tableau, le responsable du deal.
action-edit-task = Modifier la tâche
    .also = éditer, changer, renommer
action-edit-task-why = Modifier le statut, ou le nom sur cet appareil.
action-only-mine = Mes tâches seulement
    .also = miennes, moi, assignées
action-only-mine-why = Montrer seulement les tâches dont le responsable porte un de vos noms, ou de nouveau toutes.
action-task-order = Trier les tâches par le champ suivant
    .also = ordre, échéance, priorité, deal
action-task-order-why = Échéance, priorité, deal.
action-task-record = Tous les champs de la tâche
    .also = détails, fiche, arbre
action-task-record-why = Montrer chaque champ que le serveur a envoyé.
action-edit-text = Ouvrir dans l’éditeur
action-edit-text-why = Modifier le texte en cours dans $EDITOR.
action-edit-view-state = Modifier filtres et colonnes
action-edit-view-state-why = Modifier les filtres, les colonnes et le tri d’une vue du serveur.
action-edit-views = Modifier les vues en texte
    .also = éditeur
    .about = { palette-words-view }
action-edit-views-why = Ouvrir toutes les vues dans l’éditeur, pour en coller ou en partager.
action-end-visit = Tout marquer comme vu
    .also = tout a été vu, vu, visite
action-end-visit-why = Marquer comme vu tout ce qui a changé jusqu’ici.
action-filter = Filtrer
    .also = rechercher, recherche, chercher, trouver, requête, retrouver, affiner
    .about = { palette-words-deal }
action-filter-why = N’afficher que ce qui correspond : mots, statut:, classe:, responsable:, ltv>, age>.
action-focus-down = Vers le bas
action-focus-down-why = Aller à l’élément suivant.
action-focus-first = Début
action-focus-first-why = Aller au premier élément.
action-focus-last = Fin
action-focus-last-why = Aller au dernier élément.
action-focus-left = Vers la gauche
action-focus-left-why = Aller à la colonne précédente qui a des deals.
action-focus-right = Vers la droite
action-focus-right-why = Aller à la colonne suivante qui a des deals.
action-focus-up = Vers le haut
action-focus-up-why = Aller à l’élément précédent.
action-fold-column = Replier la colonne
    .also = réduire, plier, masquer, cacher
    .about = statut
action-unfold-column = Déplier la colonne
action-fold-column-why = Réduire la colonne à son nom et à son nombre de deals, ou la déplier.
action-fold-group = Replier le groupe
    .also = plier, déplier, réduire, titre
    .about = tableau
action-fold-group-why = Ne montrer que le titre du groupe, ou de nouveau ses deals.
action-fold-groups = Replier tous les groupes
    .also = plier, déplier, réduire, titres
    .about = tableau
action-fold-groups-why = Ne montrer que les titres, ou de nouveau tous les deals.
action-forget-id = Ne plus suivre
    .also = oublier, arrêter de suivre, retirer
    .about = identifiant
action-forget-id-why = Ne plus suivre un identifiant. Rien ne change sur le serveur.
action-group-column = Grouper par cette colonne
    .also = dégrouper, sous-totaux, croisé, statut, classe, responsable
    .about = tableau
action-group-column-why = Grouper par statut, classe ou responsable, jusqu’à trois. Répéter pour dégrouper.
action-group-statistic = Statistique des groupes
    .also = sous-totaux, somme, moyenne, médiane, minimum, maximum, part, couverture
    .about = tableau
action-group-statistic-why = Afficher la statistique suivante : somme, moyenne, médiane, minimum, maximum, part, couverture.
action-frequency = Fréquence de la colonne
    .also = valeurs, effectifs, histogramme, distincts, doublons
    .about = tableau
action-frequency-why = Afficher les valeurs de la colonne, avec le nombre et la part des deals.
action-describe = Décrire les colonnes
    .also = statistiques, quartiles, couverture, manquants, profil, résumé
    .about = tableau
action-describe-why = Afficher couverture, minimum, quartiles, maximum, moyenne et somme de chaque colonne.
action-pivot = Tableau croisé
    .also = pivot, croisement, matrice
    .about = tableau
action-pivot-why = Afficher un nombre selon les valeurs de deux colonnes, avec les totaux.
action-pivot-axes = Lignes et colonnes
    .also = tableau croisé, échanger, transposer
    .about = tableau croisé
action-pivot-axes-why = Afficher d’autres lignes et colonnes dans le tableau croisé.
action-pivot-figure = Nombre du tableau croisé
    .also = tableau croisé, indicateur, valeur
    .about = tableau croisé
action-pivot-figure-why = Afficher le nombre suivant dans le tableau croisé, ou le nombre de deals.
action-group-similar = Regrouper les titres semblables
    .also = doublons, répétitions
    .about = { palette-words-notification }
action-group-similar-why = Regrouper les titres qui ne diffèrent que par les nombres, ou les dégrouper.
action-followup = Relance
    .also = rappel, suivi, prochaine étape, me rappeler, planifier, échéance, à faire, recontacter
    .about = { palette-words-deal }, fixer, déplacer, reporter
action-followup-done = Relance faite
    .also = terminer, cocher, rappel fait, étape faite
    .about = { palette-words-deal }
action-followup-done-why = Marquer la relance du deal comme faite.
action-followup-why = Fixer ou déplacer la relance du deal : une date et une ligne de texte, enregistrées sur cet appareil seulement.
action-labels = Étiquettes
    .also = étiqueter, tag, mot-clé, catégorie, marquer
action-labels-why = Ajouter des étiquettes au deal, ou aux deals sélectionnés, et en retirer. Sur cet appareil seulement.
action-compare = Comparer les deals
    .also = côte à côte, différences, comparaison
action-compare-why = Afficher côte à côte les deux à quatre deals sélectionnés, les différences d’abord.
action-help = Aide
    .also = touches, raccourcis, clavier, manuel, mode d’emploi, documentation, assistance, au secours
    .about = { palette-words-program }
action-help-why = Afficher les touches de cet écran.
action-local-note = Note privée
    .also = commentaire, note locale, annoter, mémo, remarque, écrire une note
    .about = { palette-words-deal }, ajouter, prendre, nouvelle
action-local-note-why = Écrire ou modifier une note privée sur le deal ou la notification, enregistrée sur cet appareil seulement.
action-lower-line = Descendre
action-lower-line-why = Déplacer la colonne vers la droite dans le tableau.
action-keep-mine = Garder ma valeur
    .also = ma version, forcer, imposer
    .about = { palette-words-write }, conflit, résoudre
action-keep-mine-why = Remplacer la valeur du serveur par la vôtre.
action-mark-all-read = Tout marquer comme lu
    .also = tout lire, toutes lues, tout traiter
    .about = { palette-words-notification }
action-mark-all-read-why = Depuis la liste : marquer comme lues toutes les notifications affichées. Appuyer deux fois pour confirmer.
action-mark-read = Marquer comme lue
    .also = marquer comme lue, traiter
    .about = { palette-words-notification }
action-mark-read-why = Marquer la notification comme lue et passer à la suivante.
action-move-next = Déplacer au statut suivant
    .also = faire avancer, étape suivante, progresser
    .about = { palette-words-deal }
action-move-next-why = Déplacer le deal dans la colonne suivante.
action-move-previous = Déplacer au statut précédent
    .also = reculer, étape précédente, en arrière
    .about = { palette-words-deal }
action-move-previous-why = Déplacer le deal dans la colonne précédente.
action-move-to = Déplacer vers…
    .also = statut, étape, phase, colonne, avancer, changer de statut, changer d’étape, déplacement
    .about = { palette-words-deal }
action-move-to-why = Choisir le statut du deal.
action-narrow-column = Rétrécir la colonne
    .also = largeur, plus étroite
action-narrow-column-why = Rendre la colonne plus étroite.
action-new-deal = Nouveau deal
    .also = créer, ajouter, saisir, création, nouvelle affaire, nouveau dossier, insérer
    .about = { palette-words-deal }, nouvelle
action-new-deal-why = Créer un deal sur le serveur.
action-next-deal = Deal suivant
    .about = { palette-words-deal }
action-next-deal-why = Ouvrir le deal suivant de la colonne.
action-next-page = Charger la page suivante
action-next-page-why = Charger la page suivante de la route.
action-next-pane = Volet suivant
action-next-pane-why = Passer au volet suivant.
action-only-slow = Deals lents seulement
    .also = stagnants, en retard, lents, anciens, bloqués, à relancer, dormants, stagnent
    .about = { palette-words-deal }
action-only-slow-why = N’afficher que les deals restés trop longtemps au même statut, ou réafficher tous les deals.
action-only-writes = Modifications seulement
    .also = écritures, filtre, requêtes, put, post
action-only-writes-why = N’afficher que les requêtes qui modifient quelque chose, ou de nouveau toutes.
action-next-view = Vue suivante
action-next-view-why = Passer à la vue enregistrée suivante.
action-open = Ouvrir
action-open-why = Ouvrir l’élément en surbrillance, ou confirmer.
action-page-down = Descendre d’une page
action-page-down-why = Descendre d’une page.
action-page-up = Monter d’une page
action-page-up-why = Monter d’une page.
action-palette = Commandes
    .also = palette, actions
action-palette-why = Trouver et lancer une action, ou ouvrir un deal, une vue ou un écran.
action-pin-view = Épingler
    .also = favori, punaise, détacher
    .about = { palette-words-view }
action-pin-view-why = Épingler la vue avec son nombre de deals, ou la détacher.
action-present = Présentation
    .also = projecteur, réunion, comité, plein écran, diaporama, grand écran, vidéoprojecteur, F11
    .about = mode
action-present-why = Grands caractères et seulement les deals, pour un projecteur.
action-previous-deal = Deal précédent
    .about = { palette-words-deal }
action-previous-deal-why = Ouvrir le deal précédent de la colonne.
action-previous-page = Charger la page précédente
action-previous-page-why = Charger la page précédente de la route.
action-previous-pane = Volet précédent
action-previous-pane-why = Passer au volet précédent.
action-previous-view = Vue précédente
action-previous-view-why = Revenir à la vue enregistrée précédente.
action-quit = Quitter
    .also = sortir, fermer, arrêter le programme, terminer
    .about = { palette-words-program }
action-quit-why = Fermer Encours. Les modifications en attente restent enregistrées.
action-raise-line = Monter
action-raise-line-why = Déplacer la colonne vers la gauche dans le tableau.
action-redo = Rétablir
    .also = refaire, répéter, Ctrl+Y
    .about = { palette-words-change }
action-redo-why = Rétablir la dernière modification annulée.
action-refresh = Actualiser
    .also = recharger, relire, synchroniser, à jour, fraîcheur, rafraîchir, mettre à jour, F5
    .about = { palette-words-deal }, données, écran, liste, page
action-refresh-why = Tout recharger depuis le serveur.
action-remove-followup = Retirer la relance
    .also = supprimer le rappel, effacer la prochaine étape, sans rappel
    .about = { palette-words-deal }
action-remove-followup-why = Retirer la relance du deal.
action-rename-view = Renommer la vue
    .also = changer le nom, nommer
    .about = { palette-words-view }
action-rename-view-why = Donner un autre nom à la vue.
action-retry-bulk = Renvoyer les refusés
action-retry-bulk-why = Renvoyer les modifications refusées.
action-retry-write = Renvoyer
    .also = réessayer, relancer, retenter, envoyer de nouveau
    .about = { palette-words-write }
action-retry-write-why = Envoyer maintenant une modification en attente ou refusée.
action-save-view = Enregistrer la vue
    .also = garder, enregistrer le filtre, nouvelle vue, sauvegarder, mémoriser
    .about = filtre, recherche, créer, ajouter
action-save-view-why = Enregistrer le filtre, les colonnes et le tri sous un nom.
action-screen-activity = Activité
action-screen-activity-why = Modifications en attente ou refusées, et requêtes.
action-screen-agenda = Agenda
action-screen-agenda-why = Ce qui est daté, par jour : relances, tâches, notifications reportées.
action-screen-deal = Deal
action-screen-deal-why = Le dernier deal ouvert.
action-screen-explorer = Explorateur
action-screen-explorer-why = Opérations, fonds, SPV, opérateurs et toute route GET.
action-screen-notifications = Notifications
action-screen-notifications-why = Les notifications à traiter, les alertes et leurs préférences.
action-screen-pipeline = Pipeline
action-screen-pipeline-why = Les deals par statut.
action-screen-portfolio = Portefeuille
action-screen-portfolio-why = Les totaux, les répartitions et l’entité.
action-screen-flow = Flux
action-screen-flow-why = Où les deals avancent, attendent et se perdent, d’après les mouvements observés ici.
action-screen-tasks = Tâches
action-screen-tasks-why = Le kanban des tâches.
action-screen-views = Vues
action-screen-views-why = Vues de deals, vues du serveur et tableaux de bord.
action-select-all = Tout sélectionner
    .also = tout cocher, tout prendre, tous
    .about = { palette-words-deal }, { palette-words-notification }
action-select-all-why = Sélectionner tout ce qui est affiché.
action-select-deal = Sélectionner
    .also = cocher, choisir, sélection
    .about = { palette-words-deal }, { palette-words-notification }
action-select-deal-why = Sélectionner ou désélectionner le deal ou la notification.
action-select-range = Sélectionner d’ici à…
    .also = plage, intervalle
    .about = { palette-words-deal }, { palette-words-notification }
action-select-range-why = Sélectionner une plage : se déplacer, puis répéter pour finir.
action-show-bulk = Modification groupée
    .also = changement groupé, en masse, par lot, plusieurs, modification en masse, changement en masse
    .about = { palette-words-deal }
action-show-bulk-why = Suivre la modification groupée et son résultat pour chaque deal.
action-as-of = Afficher l’état à une date…
    .also = remonter le temps, passé, historique, avant, comparer, instantané
action-as-of-why = Afficher le tableau, la table et le portefeuille tels que connus à la fin d’un jour passé, et ce qui a changé depuis. Lecture seule.
action-back-to-present = Revenir au présent
    .also = maintenant, aujourd’hui, quitter le passé
action-back-to-present-why = Quitter la date passée et afficher de nouveau le présent.
action-show-since = Depuis la dernière visite
    .also = nouveautés, changements, différences, historique, quoi de neuf, ce qui a changé
action-show-since-why = Ce qui a changé depuis la dernière visite, et quand. Ce que vous ne regardez pas réapparaît la fois suivante.
action-snooze = Reporter
    .also = sommeil, mettre en sommeil, rappeler plus tard, repousser, différer
    .about = { palette-words-notification }
action-snooze-why = Masquer jusqu’à un moment choisi, ou annuler le report. Sur cet appareil seulement.
action-sort-also = Trier aussi par cette colonne
    .also = second tri, tri secondaire, puis par
    .about = { palette-words-deal }
action-sort-also-why = Ajouter la colonne au tri, quatre au plus.
action-sort-column = Trier par cette colonne
    .also = trier le tableau, tri, ordonner, classer
    .about = { palette-words-deal }
action-sort-column-why = Trier par cette colonne. Répéter pour inverser, puis pour ne plus trier.
action-star = Ajouter une étoile
    .also = mettre une étoile, favori, étoiler, marquer
    .about = { palette-words-notification }
action-star-why = Ajouter ou retirer une étoile. Sur cet appareil seulement.
action-stop-bulk = Arrêter
action-stop-bulk-why = Annuler ce qui n’a pas encore été envoyé.
action-switch-language = Changer de langue
    .also = langue, français, anglais, traduction, anglaise, française, traduire, langage
    .about = { palette-words-program }, passer, mettre, interface
action-switch-language-why = Passer du français à l’anglais, et inversement.
action-switch-theme = Changer de thème
    .also = thème, apparence, couleurs, contraste, clair, sombre, accessibilité, daltonisme, habillage, style
    .about = { palette-words-program }, mode, passer
action-switch-theme-why = Passer au thème suivant.
action-toggle-chart = Graphique ou tableau
    .also = courbe, diagramme
action-toggle-chart-why = Afficher le graphique, ou les mêmes nombres en tableau.
action-flow-period = Période du flux
action-flow-period-why = Tout ce qui a été observé, les douze derniers mois ou les trois derniers.
action-flow-grouping = Grouper le flux
action-flow-grouping-why = Par classe, par responsable ou tous les deals ensemble.
action-show-due = À relancer
    .also = relances, en retard, échéances, rappels, à faire, agenda, prochaines étapes
    .about = { palette-words-deal }
action-show-due-why = Afficher seulement les deals dont la relance est en retard ou prévue aujourd’hui.
action-show-starred = Avec étoile
    .also = favoris, étoiles
action-show-starred-why = N’afficher que les deals avec une étoile.
action-show-checks = Contrôles
    .also = arithmétique, erreurs, seuils, limites, qualité, audit
action-show-checks-why = Afficher les deals qui échouent à un contrôle arithmétique ou dépassent un seuil, contrôle par contrôle.
action-previous-opened = Précédent
    .also = retour, historique, revenir
action-previous-opened-why = Revenir au deal ou à l’écran ouvert auparavant.
action-next-opened = Suivant
    .also = avancer, historique
action-next-opened-why = Avancer de nouveau, après un retour.
action-show-menu = Ouvrir le menu
    .also = menu contextuel, clic droit
action-show-menu-why = Afficher les actions possibles sur la carte ou la ligne, comme un clic droit.
action-toggle-density = Confortable ou compact
    .also = densité, cartes hautes, cartes basses, aéré, serré, espacement
    .about = affichage, mode, vue
action-toggle-density-why = Afficher trois lignes par carte, ou deux.
action-toggle-line = Afficher ou masquer
action-toggle-line-why = Afficher ou masquer la colonne en surbrillance.
action-toggle-metrics = Indicateurs clés
    .also = bandeau de chiffres, tuiles, indicateurs, totaux, kpi, synthèse, chiffres clés, statistiques
    .about = afficher, montrer, cacher, masquer
action-toggle-metrics-why = Afficher ou masquer les indicateurs clés au-dessus des deals.
action-toggle-table = Kanban ou tableau
    .also = liste, grille, colonnes, lignes, vue en tableau, vue kanban, vue en liste
    .about = vue, affichage, mode, passer, afficher
action-toggle-table-why = Afficher les deals en colonnes par statut, ou un par ligne.
action-take-theirs = Garder la valeur du serveur
    .also = version du serveur, service, accepter
    .about = { palette-words-write }, conflit, résoudre
action-take-theirs-why = Garder la valeur du serveur et abandonner la vôtre.
action-toggle-period = Mois ou semaine
    .also = calendrier
action-toggle-period-why = Afficher un mois ou une semaine de l’agenda.
action-toggle-tree = Tableau ou arbre
    .also = réponse brute, JSON
action-toggle-tree-why = Afficher les enregistrements en tableau, ou la réponse en arbre.
action-turn-lanes = Couloirs
    .also = par responsable, par classe, regrouper
    .about = afficher, montrer, cartes
action-turn-lanes-why = Couloirs par responsable, par classe d’actif, ou aucun.
action-sign-in = Se connecter…
    .also = connexion, identification, donner la clé, coller le secret, mot de passe, identifier, authentification, reconnecter
    .about = { palette-words-program }
action-sign-in-why = Saisir à nouveau le secret de la clé. Données chargées et modifications en attente restent.
action-sign-out = Se déconnecter…
    .also = déconnexion, retirer la clé, changer de clé, oublier la clé
    .about = { palette-words-program }
action-sign-out-why = Retirer de cet appareil le secret de la clé. Données chargées et modifications en attente restent.
action-recreate-deal = Recréer le deal supprimé
    .also = restaurer, ressusciter, annuler la suppression, récupérer, retrouver
    .about = { palette-words-deal }
action-recreate-deal-why = Créer de nouveau le deal supprimé : nouvel identifiant, sans notes ni autres champs.
action-undo = Annuler
    .also = revenir en arrière, défaire, marche arrière, Ctrl+Z
    .about = { palette-words-change }
action-undo-why = Annuler la dernière modification.
action-update-view = Mettre la vue à jour
action-update-view-why = Enregistrer ce qui est affiché sous le nom de la vue.
action-views = Vues
    .also = vues enregistrées, ouvrir une vue, mes vues, changer de vue, filtres enregistrés
action-views-why = Ouvrir une vue enregistrée.
action-widen-column = Élargir la colonne
    .also = largeur, plus large
action-widen-column-why = Rendre la colonne plus large.
action-zoom-in = Agrandir
    .also = zoom, taille du texte, grossir, plus grand, police, caractères, loupe
    .about = texte, écran, taille
action-zoom-in-why = Tout agrandir de 10 %.
action-zoom-out = Réduire
    .also = zoom, taille du texte, plus petit, police, caractères
    .about = texte, écran, taille
action-zoom-out-why = Tout réduire de 10 %.
action-zoom-reset = Taille d’origine
    .also = zoom, taille du texte, police, caractères, taille normale
action-zoom-reset-why = Revenir à la taille d’origine.
hint-act-for = changer d’utilisateur
hint-add-ids = ajouter
hint-apply = appliquer
hint-ask-route = route
hint-back = retour
hint-read = ouvrir
hint-board = kanban
hint-browse = parcourir
hint-flow-grouping = groupe
hint-chart = graphique ⇄ tableau
hint-choose-side = champ par champ
hint-choose = choisir
hint-clear = effacer
hint-close = fermer
hint-columns = colonnes
hint-complete = compléter
hint-confirm = confirmer
hint-default = au démarrage
hint-default-service = par défaut
hint-discover = chercher les listes
hint-edit-state = filtres
hint-end-visit = vu
hint-collapse = replier
hint-flow-period = période
hint-give-up = annuler
hint-next-field = champ suivant
hint-mine = miennes
hint-order = ordre
hint-owner = responsable
hint-page = page
hint-pin = épingler
hint-unpin = détacher
hint-range = plage
hint-rename = renommer
hint-create = créer
hint-save = enregistrer
hint-series = série
hint-snooze = report
hint-star = étoile
hint-take-theirs = le serveur
hint-copy = copier
hint-copy-export = copier, exporter
hint-decide = résoudre
hint-delete-deal = supprimer
hint-discard-write = abandonner
hint-edit-deal = modifier
hint-filter = filtrer
hint-help = aide
hint-local-note = note privée
hint-edit-keys = changer une touche
hint-next-screen = autre écran
hint-recreate = recréer le deal
hint-keep-mine = ma valeur
hint-mark-all-read = tout marquer
hint-mark-read = lue, puis suivante
hint-list = ouvrir la liste
hint-move = déplacer
hint-move-to = vers…
hint-narrow = restreindre
hint-new-deal = nouveau
hint-next-deal = deal suivant
hint-next-pane = volet
hint-day = jour
hint-open = ouvrir
hint-operations = voir les opérations
hint-palette = commandes
hint-present = présent
hint-refresh = actualiser
hint-retry-write = renvoyer
hint-send-choice = envoyer
hint-run = lancer
hint-select = sélection
hint-show = afficher
hint-sort = trier
hint-stop = arrêter
hint-expand = déplier
hint-fold-group = replier, déplier
hint-fold-groups = tous les groupes
hint-pivot-axes = lignes, colonnes
hint-pivot-figure = nombre
hint-show-deals = afficher les deals
hint-statistic = statistique
hint-table = tableau
hint-tree = tableau ⇄ arbre
hint-undo = annuler
hint-undo-many = { $n ->
    [one] annuler { $n } modification
   *[other] annuler { $n } modifications
}
hint-undo-note = annuler la note de « { $name } »
hint-undo-of = annuler « { $name } »
hint-undo-seen = annuler « changements vus »
hint-update = mettre à jour
hint-views = vues
hint-watch = suivre
hint-width = largeur

## Pourquoi une action est indisponible

reason-already-read = déjà lue
reason-dropped-in-place = Non déplacé : il y est déjà
reason-dropped-outside = Non déplacé : déposé hors des colonnes
reason-dropped-on-no-status = Non déplacé : un deal doit avoir un statut
reason-dropped-on-other-class = Non déplacé : seul le serveur définit la classe d’actif
reason-nothing-to-change = c’est déjà le cas
reason-not-imported = Non importé
reason-metric-computed = lecture seule, calculé par le serveur
reason-age-computed = lecture seule, calculé depuis le dernier changement de statut
reason-field-read-only = lecture seule, seuls le statut et le responsable d’un deal se modifient
reason-being-sent = cette modification est en cours d’envoi
reason-deal-deleted = ce deal n’existe plus
reason-first-page = déjà à la première page
reason-locked-write = ce profil ne peut pas envoyer cette modification
reason-first-status = déjà au premier statut
reason-last-page = déjà à la dernière page
reason-last-status = déjà au dernier statut
reason-no-write-permission = cette clé ne peut pas modifier les deals (deals:write)
reason-no-focus = placez-vous sur un deal
reason-no-editor = aucun éditeur défini : définissez EDITOR ou VISUAL, puis relancez
reason-no-conflict = placez-vous sur une modification en conflit
reason-board-only = dans le kanban seulement
reason-list-only = dans la liste seulement : revenez-y d’abord
reason-no-notification = placez-vous sur une notification
reason-no-service-view = placez-vous sur une vue du serveur
reason-no-table = pas de tableau ici
reason-table-only = dans le tableau seulement
reason-not-a-code = grouper par statut, classe ou responsable
reason-not-grouped = le tableau n’a pas de groupes
reason-loading = chargement en cours
reason-no-task = placez-vous sur une tâche
reason-no-probability = aucune probabilité dans config.toml
reason-last-series = un graphique affiche au moins une série
reason-no-trend = aucun historique pour l’instant
reason-not-observed = rien n’est connu avant la première synchronisation sur cet appareil
reason-past-shown = un jour passé ne se modifie pas ; revenez d’abord avec Échap sur le pipeline, ou avec « Revenir au présent »
reason-present-shown = le présent est déjà affiché
reason-no-followup = ce deal n’a pas de relance en cours
reason-compare-count = sélectionnez d’abord deux à quatre deals
reason-nothing-opened = rien d’autre n’a été ouvert
reason-no-view = placez-vous sur une de vos vues de deals
reason-no-views = aucune vue enregistrée
reason-no-filter = aucun filtre n’est actif
reason-filter-invalid = corrigez d’abord le filtre
reason-no-write = placez-vous sur une modification
reason-not-created-yet = ce deal n’est pas encore créé sur le serveur
reason-close-first = fermez d’abord ce qui est ouvert
reason-not-here = indisponible sur cet écran
reason-not-watchable = rien à suivre ici
reason-not-watched = non suivi
reason-no-bulk-failure = rien n’a été refusé
reason-no-bulk-running = aucune modification groupée : sélectionnez des deals, puis déplacez ou modifiez
reason-nothing-selected = aucun deal sélectionné
reason-no-record-open = rien n’est ouvert
reason-nothing-to-export = rien à exporter
reason-next-status-inactive = le statut suivant met le deal en pause ou le clôt : utilisez « Déplacer vers… »
reason-task-keys-differ = déplacez les tâches avec les touches de statut ou « Déplacer vers… »
reason-nothing-to-complete = aucune complétion pour ce mot
reason-nothing-to-copy = rien à copier
reason-no-known-deal = cette notification ne concerne aucun deal de la liste
reason-nothing-to-open = rien à ouvrir
reason-nothing-deleted = aucune suppression n’a été envoyée
reason-recreated-already = un deal de ce nom a été créé depuis
id-none-yet = attribué par le serveur à la création
reason-signed-in = déjà connecté
reason-key-from-elsewhere = la clé vient d’une commande ou de l’environnement
reason-nothing-to-redo = rien à rétablir
reason-nothing-to-undo = rien à annuler
reason-nothing-unread = aucune notification non lue affichée
reason-window-only = le terminal règle lui-même la taille du texte
reason-no-own-name = aucun de vos noms n’est connu : renseignez me dans les réglages, ou tapez « je suis NOM » dans la palette
reason-no-config = la démo n’utilise pas config.toml
reason-started-offline = Encours a été démarré avec --offline
reason-no-status-chosen = choisissez d’abord un statut

## Aide

help-act = Agir sur un deal
help-act-task = Agir sur une tâche
help-cells = Étendre la plage
help-copy = Copier, copier en…
help-delete = Supprimer ({ $n } s pour annuler)
help-ends = Premier, dernier
help-focus = Déplacer la surbrillance
help-focus-figures = Lignes et répartitions, séries
help-focus-series = Lignes, séries
help-look-for = chercher une touche ou une action
help-mark-all = Tout marquer comme lu (deux fois)
help-mark-all-list = Marquer comme lue toute la liste (deux fois)
help-choose-columns = Colonnes du tableau
help-move-card = Statut précédent, suivant
help-note-editor = Note privée, dans $EDITOR
help-on-screen = { $screen }, écran { $key }
help-or = (ou { $keys })
help-order = Trier, inverser
help-pages = Page précédente, suivante
help-panes = Volet suivant, précédent
side-terminal = terminal seulement
side-window = fenêtre seulement
help-quit = Quitter (Ctrl+C ferme les formulaires)
help-screens = Écrans
help-select = Sélection, plage
help-sort = Trier, ajouter au tri
help-turn-deals = Deal précédent, suivant
help-turn-pages = Page précédente, suivante
help-turn-views = Vue précédente, suivante
help-undo = Annuler, rétablir
help-views = Ouvrir, enregistrer une vue
help-visit = Depuis la dernière visite, marquer comme vu
help-width = Colonne plus étroite, plus large
help-zoom = Réduire, taille d’origine, agrandir
help-bindings-note = touches de l’écran { $screen }
help-everywhere = Partout
help-find = Choisir et trouver
help-lists = Tâches, vues, explorateur
help-move = Se déplacer
help-notifications = Notifications
help-title = Aide
help-nothing-found = Aucun résultat ici. La palette ({ $key }) cherche partout.
help-without-key = Par la palette
help-writes = Modifications en attente
help-unavailable = Indisponible ici, et pourquoi

## Commandes

palette-about-looks = mode, thème, aspect, apparence, couleur, passer, mettre, activer, désactiver, couper, interface, affichage
palette-about-places = aller, ouvrir, voir, afficher, montrer, consulter, écran, page, onglet, volet, liste, revenir, tous, toutes
palette-about-views = vue, ouvrir, voir, afficher, montrer, aller, filtre
palette-small-words = un une des le la les l de du d au aux a en et ou par pour sur sous dans avec sans vers ce cet cette ces mon ma mes son sa ses ne se s c j n m qu que je veux svp
palette-words-change = changement, modification, action, dernier, dernière, saisie
palette-words-deal = deal, dossier, affaire, opportunité, projet, carte
palette-words-notification = notification, alerte, message
palette-words-program = application, appli, programme, logiciel, fenêtre, encours
palette-words-view = vue, filtre
palette-words-write = écriture, requête, envoi, modification
palette-elsewhere = sur : { $where }
palette-actions = Actions
palette-count = { $n } sur { $total }
palette-count-in = { $group } : { $count }
palette-deals = Deals
palette-recent = Ouverts récemment
palette-deals-first = Deals, les { $n } premiers
palette-found = { $n ->
    [one] { $n } résultat
   *[other] { $n } résultats
}
palette-records = Enregistrements
palette-screens = Écrans
palette-title = Commandes
palette-views = Vues

## Filtre : erreurs, chacune avec sa colonne

query-ambiguous = « { $value } » peut désigner { $candidates }
query-apart = « { $value } » est en morceaux : écrivez { $whole }
query-at-column = caractère { $column } : { $error }
query-bad-age = âge non valide : « { $value } », par exemple age>15j
query-bad-band = « { $value } » n’est ni un nombre, ni OK, vigilance, alerte ou aucun
query-bad-changed = champ inconnu : « { $value } », essayez modifie:responsable<30j, modifie:ltv ou modifie:.ville
query-bad-date = le calendrier n’a pas de jour « { $value } », essayez { $field }>=2026-11-01
query-bad-followup = pas une date : « { $value } », par exemple relance:retard, relance:aucune ou relance:<=2026-12-01
query-bad-has = inconnu : « { $value } », essayez avec:relance, avec:note ou avec:étiquette
query-bad-is = inconnu : « { $value } », essayez est:étoile, est:attente, est:conflit ou est:non-lu
query-bad-limit = pas un nombre de deals : « { $value } », par exemple limite:20
query-bad-check = pas un indicateur : « { $value } », par exemple contrôle:ltv ou contrôle:tous
query-bad-number = nombre non valide : « { $value } », par exemple { $example }
query-bad-range = la plus petite borne vient d’abord : écrivez { $whole }
query-bad-received = « { $value } » n’a pas d’ordre : comparez un nombre ou une date, comme { $field }>=1,5 ou { $field }>=2026-11-01, ou écrivez { $field }:{ $value }
query-bad-sort = tri impossible par « { $value } », par exemple tri:ltv desc ou tri:statut,-age
query-bad-time = ce n’est pas un moment : « { $value } », essayez <7j, >=2026-11-01 ou 2026-11-01..2026-11-15
query-bracket = « { $word } » dans un mot ne groupe rien. Placez-la devant une condition entière, comme dans (statut:ic ou ltv>65%), et séparez les valeurs par des virgules : statut:ic,closing. Si elle fait partie d’un nom, mettez-la entre guillemets
query-empty-brackets = mettez une condition entre les parenthèses, comme dans (statut:ic ou ltv>65%), ou retirez-les
query-field-needs-text = « { $field } » attend « : » et un nom, par exemple { $field }:ic
query-field-needs-value = « { $field } » attend une valeur
query-fix = écrivez : { $text }
query-help-age = age>15j
query-help-age-why = jours dans le statut
query-help-age-working = jours ouvrés dans le statut ; les semaines et les mois comptent tous les jours
query-help-and = parc et ltv>65%
query-help-and-why = les deux : et, and, && ou une espace
query-help-band = ltv:alerte,vigilance
query-help-band-why = une bande, selon vos seuils
query-help-class = classe:bureaux
query-help-class-why = une classe d’actif
query-help-complete = compléter : suivant, précédent
query-help-entered = etait:ic entre:ic<7j modifie:resp
query-help-entered-why = changements observés
query-help-is = est:attente,non-lu
query-help-is-why = état sur cet appareil
query-help-has = est:étoile avec:étiquette
query-help-has-why = une étoile et une étiquette
query-help-me = responsable:moi
query-help-me-why = mes deals (palette : je suis …)
query-help-missing = ltv:aucun
query-help-missing-why = sans valeur
query-help-not = -statut:lost non (parc ou lyon)
query-help-not-why = tout sauf cela
query-help-or = statut:ic ou (parc ltv>65%)
query-help-or-why = l’un ou l’autre : ou, or, || ; parenthèses possibles
query-help-owner = responsable:"A. Martin"
query-help-owner-why = un responsable
query-help-phrase = "le parc"
query-help-phrase-why = exactement ces mots
query-help-range = ltv:60..70%
query-help-range-why = de 60 % à 70 %
query-help-ratio = ltv>=65% dscr<1,2
query-help-ratio-why = plusieurs indicateurs
query-help-received = .created_at>=2026-11-01
query-help-received-why = tout champ : un point, son nom
query-help-sort = tri:ltv desc limite:20
query-help-sort-why = les vingt plus élevés
query-help-status = statut:ic,closing
query-help-status-why = un de ces statuts
query-help-title = Filtre
query-help-words = parc lyon
query-help-words-why = noms contenant ces parties, accents et casse ignorés
query-joins-two = placez « { $word } » entre deux conditions, avec des espaces. Si le mot fait partie d’un nom, mettez-le entre guillemets
query-lone-minus = ajoutez une condition après « { $word } » pour l’exclure
query-negative = « { $value } » est inférieur à -200 % : écrivez { $value }% ou une fraction
query-no-band = aucun seuil pour « { $field } » : comparez-le à un nombre
query-no-field = « { $word } » se place après un nom de champ, par exemple ltv>65%. S’il fait partie d’un nom, mettez-le entre guillemets
query-no-not = « { $word } » non pris en charge ici. Un moins ou « non » exclut : -statut:lost. Si le mot fait partie d’un nom, mettez-le entre guillemets
query-no-sign = « { $word } » non pris en charge : un mot trouve toute partie d’un nom. S’il fait partie d’un nom, mettez-le entre guillemets
query-no-word = « { $word } » non pris en charge. Placez côte à côte des conditions comme ltv>65% ou statut:ic. Toutes s’appliquent. Si le mot fait partie d’un nom, mettez-le entre guillemets
query-order-inside = « { $field } » concerne tout le filtre : sortez-le des parenthèses
query-kind-flag = « { $field } » est oui ou non : écrivez { $field }:oui ou { $field }:non
query-kind-number = « { $value } » n’est pas un nombre, or « { $field } » en est un, comme { $field }>=1,5 ou { $field }:1..2
query-kind-text = « { $field } » est un texte sans ordre : écrivez { $field }:{ $value }
query-percent = « { $value } » dépasse 200 % : écrivez { $value }% ou une fraction
query-square-bracket = « { $word } » n’est pas pris en charge : les parenthèses ( ) groupent, comme dans (statut:ic ou ltv>65%). Si ce signe fait partie d’un nom, mettez-le entre guillemets
query-too-deep = plus de 20 parenthèses imbriquées : simplifiez le filtre
query-too-long = filtre trop long
query-two-ranges = « { $value } » a trop de bornes : écrivez { $field }:DE..À, et joignez deux plages par « ou »
query-unclosed-bracket = aucune « ) » ne suit cette « ( » : ajoutez-en une après la dernière condition du groupe
query-unclosed-quote = guillemet fermant manquant
query-unopened-bracket = aucune « ( » ne précède cette « ) » : retirez-la, ou placez « ( » devant la première condition du groupe. Si elle fait partie d’un nom, mettez-la entre guillemets
query-unknown-field = champ inconnu : « { $field } » (connus : statut, classe, responsable, age, ltv, dscr, crd…)

## Bandes

band-alert = alerte
band-none = n. c.
band-ok = OK
band-watch = vigilance

## Vocabulaire

alert-type-document_manquant = Document manquant
alert-type-echeance = Échéance
alert-type-kyc_expire = KYC expiré
alert-type-reporting_du = Reporting dû
alert-type-retard = Retard
alert-type-seuil_dscr = Seuil DSCR
alert-type-seuil_ltv = Seuil LTV
asset-class-alternatif = Alternatif
asset-class-alternatif-short = Altern.
asset-class-bureaux = Bureaux
asset-class-commerces = Commerces
asset-class-foncier = Foncier
asset-class-hotels_tourisme = Hôtellerie et loisirs
asset-class-hotels_tourisme-short = Hôtels
asset-class-logistique_activite = Logistique et activités
asset-class-logistique_activite-short = Logist.
asset-class-mixte = Mixte
asset-class-mixte-short = Mixte
asset-class-residences_gerees = Résidences gérées
asset-class-residences_gerees-short = Gérées
asset-class-residentiel = Résidentiel
asset-class-residentiel-short = Résid.
asset-class-sante_education = Santé et éducation
asset-class-sante_education-short = Santé
crd-source-financing_tranches = tranches de financement
crd-source-operation_data = donnée opération
deal-status-closing = Closing
deal-status-due_diligence = Due diligence
deal-status-due_diligence-short = Due dil.
deal-status-ic = Comité d’investissement
deal-status-ic-short = Comité
deal-status-lost = Sans suite
deal-status-lost-short = S. suite
deal-status-on_hold = En pause
deal-status-on_hold-short = Pause
deal-status-screening = Présélection
deal-status-screening-short = Présél.
deal-status-sourcing = Sourcing
deal-status-structuring = Structuration
deal-status-structuring-short = Struct.
deal-status-term_sheet = Lettre d’intention
deal-status-term_sheet-short = Lettre
investment-type-bridge = Relais
investment-type-dette_mezzanine = Mezzanine
investment-type-dette_senior = Dette senior
investment-type-fonds_propres = Fonds propres
investment-type-marchand_de_biens = Marchand de biens
investment-type-obligations_convertibles = Obligations convertibles
investment-type-obligations_convertibles-short = Obl. convertibles
investment-type-promotion = Promotion
investment-type-whole_loan = Prêt unitranche
kpi-crd_mezzanine = Capital restant dû mezzanine
kpi-crd_mezzanine-short = CRD mezzanine
kpi-crd_senior = Capital restant dû senior
kpi-crd_senior-short = CRD senior
kpi-crd_total = Capital restant dû
kpi-crd_total-short = CRD
kpi-debt_yield = Rendement de la dette
kpi-debt_yield-short = Rdt dette
kpi-debt_yield-shortest = Rdt
kpi-dscr = DSCR
kpi-dscr-short = DSCR
kpi-icr = ICR
kpi-icr-short = ICR
kpi-ltc = LTC
kpi-ltc-short = LTC
kpi-ltv = LTV
kpi-ltv-short = LTV
kpi-meaning-debt_yield = revenu net d’exploitation ÷ capital restant dû
kpi-meaning-dscr = couverture du service de la dette
kpi-meaning-icr = couverture des intérêts
kpi-meaning-ltc = prêt rapporté au coût
kpi-meaning-ltv = prêt rapporté à la valeur, quotité
kpi-noi = Revenu net d’exploitation (NOI)
kpi-noi-short = NOI
kpi-pct_perte_estimee = Perte estimée
kpi-pct_perte_estimee-short = Perte
kpi-risk_score_simple = Score de risque
kpi-risk_score_simple-short = Score
kpi-service_dette = Service de la dette
kpi-service_dette-short = Service dette
kpi-valeur_venale = Valeur vénale
kpi-valeur_venale-short = Valeur
operation-status-cloture = Clôturée
operation-status-contentieux = Contentieux
operation-status-en_cours = En cours
operation-status-instruction = Instruction
operation-status-precontentieux = Précontentieux
operation-status-prorogation = Prorogée
operation-status-remboursee = Remboursée
operation-status-retard = En retard
reporting-mode-calendaire = calendaire
reporting-mode-glissant = glissant
severity-critical = critique
severity-info = info
severity-warning = avertissement
task-statut-a_faire = À faire
task-statut-bloque = Bloquée
task-statut-en_cours = En cours
task-statut-fait = Faite
task-statut-prep = En préparation
task-statut-revue = En revue

## Ligne de commande

cli-access-token = Jeton
cli-added-at = Suivi depuis
cli-answer = Réponse
cli-as-user = Utilisateur délégué
cli-attempts = Essais
cli-base-url = Serveur
cli-body = Contenu
cli-change = Modification
cli-check-result = { $n ->
    [0] Aucun des { $total } deals n’échoue à un contrôle ni ne dépasse un seuil.
    [one] Un deal sur { $total } échoue à un contrôle ou dépasse un seuil.
   *[other] { $n } deals sur { $total } échouent à un contrôle ou dépassent un seuil.
}
cli-find-missing = Listes indisponibles, donc non parcourues : { $lists }.
cli-kind = Type
cli-metric = Indicateur
cli-received = Reçu
cli-expected = Attendu
cli-finding = Constat
usage-pack-ending = le fichier doit finir par .pdf, .html ou .md
usage-pack-unknown = aucun deal de cet appareil n’a l’ID { $id }
pack-title = Dossier de comité
pack-deals = { $n ->
    [one] { $n } deal
   *[other] { $n } deals
}
pack-fields = Champs
pack-figures = Indicateurs ({ $n } reçus sur { $total })
pack-figure = Indicateur
pack-value = Valeur
pack-band = Niveau
pack-checks = Contrôles en échec
pack-history = Ancienneté et historique
pack-age = Dans le statut
pack-notes = Notes
pack-notes-unread = Les notes du serveur ne sont pas sur cet appareil
pack-private = Privée
pack-followup = Relance
pack-pending = Une modification de ce deal est en attente
pack-sources = Sources
pack-server = Serveur : { $server }
pack-synced = { $n ->
    [one] { $n } deal sur cet appareil, synchronisé le { $date }
   *[other] { $n } deals sur cet appareil, synchronisés le { $date }
}
pack-observed = Observé depuis le { $date }
pack-none = Aucun
action-pack = Écrire un dossier de comité
    .also = PDF, HTML, Markdown, imprimer, note, fiche, mémo
    .about = { palette-words-deal }, rapport, document
action-pack-why = Enregistrer une page par deal sélectionné ou affiché, avec un résumé.
form-pack-note = Une page par deal sélectionné, ou par deal affiché, telle que cet appareil la connaît.
cli-row = Ligne
cli-confirm-import = { $n ->
    [one] Écrire { $n } ligne ?
   *[other] Écrire { $n } lignes ?
}
cli-import-left = { $n ->
    [one] { $n } ligne n’a pas été importée ({ $counts }) : son texte dit pourquoi
   *[other] { $n } lignes n’ont pas été importées ({ $counts }) : le texte de chacune dit pourquoi
}
cli-import-left-planned = { $n ->
    [one] { $n } ligne ne serait pas importée ({ $counts }) : son texte dit pourquoi
   *[other] { $n } lignes ne seraient pas importées ({ $counts }) : le texte de chacune dit pourquoi
}
cli-import-stopped = { $n ->
    [one] Arrêt : { $n } ligne non écrite. La même commande continue
   *[other] Arrêt : { $n } lignes non écrites. La même commande continue
}
usage-map-column = le fichier n’a pas de colonne « { $name } ». Ses colonnes : { $columns }
usage-map-field = « { $name } » ne peut pas être importé. Champs : { $fields }
usage-map-no-deal = aucune colonne n’est le nom ou l’ID d’un deal : choisissez-en une avec --map "COLONNE=name". Colonnes : { $columns }
cli-checked-at = Vérifié
cli-clock-off = L’horloge de cet appareil s’écarte de { $s } s de celle du serveur. Les signatures sont corrigées.
cli-confirm-delete = { $n ->
    [one] Supprimer { $n } deal du serveur ? Cette action est définitive.
   *[other] Supprimer { $n } deals du serveur ? Cette action est définitive.
}
cli-confirm-discard = { $n ->
    [one] Abandonner { $n } modification ? Pas d’annulation en ligne de commande.
   *[other] Abandonner { $n } modifications ? Pas d’annulation en ligne de commande.
}
cli-discard-doubt = { $n ->
    [one] Le résultat de { $n } modification est inconnu : le serveur l’a peut-être appliquée.
   *[other] Le résultat de { $n } modifications est inconnu : le serveur les a peut-être appliquées.
}
cli-discard-found-again = { $n ->
    [one] { $n } modification a été récupérée d’un fichier endommagé et a peut-être déjà été envoyée.
   *[other] { $n } modifications ont été récupérées d’un fichier endommagé et ont peut-être déjà été envoyées.
}
cli-gone-already = { $id } était déjà supprimé sur le serveur : il ne reste rien à faire.
cli-waiting-for-gone = { $n ->
    [one] { $n } modification de ce deal est en attente. Une fois envoyée, elle sera en conflit et à trancher.
   *[other] { $n } modifications de ce deal sont en attente. Une fois envoyées, elles seront en conflit et à trancher.
}
cli-confirm-keys = [o/N]
cli-confirm-api-delete = Envoyer DELETE { $path } ?
cli-confirm-purge = Supprimer le profil { $profile } et toutes ses données sur cet appareil ?
cli-confirm-encrypt = Chiffrer les données sur cet appareil, avec une clé enregistrée comme le secret ?
cli-confirm-purge-data = Supprimer toutes les données du profil { $profile } sur cet appareil, avec les modifications en attente, les notes et l’historique ?
cli-confirm-purge-leftovers = Supprimer les copies et les fichiers mis de côté du profil { $profile } ?
cli-created-at = Créée le
cli-date = Date
cli-default = Par défaut
cli-deleted = Supprimé
cli-doctor-absent = Le serveur ne propose pas cette route.
cli-doctor-advice = À faire
cli-doctor-as-read = Valeurs lues
cli-doctor-attention = avertissement
cli-doctor-check = Contrôle
cli-doctor-clock = Horloge
cli-doctor-clock-do = Réglez l’horloge de cet appareil. D’ici là, les signatures sont corrigées.
cli-doctor-configuration = Configuration
cli-doctor-detail = Détail
cli-doctor-failed = échec
cli-doctor-files = Fichiers locaux
cli-doctor-encryption = Chiffrement
cli-doctor-encryption-off = les données locales ne sont pas chiffrées. Pour les chiffrer : encours login --encrypt
cli-doctor-encryption-none = les données locales ne sont pas chiffrées, et ce programme a été compilé sans chiffrement
cli-doctor-files-do = encours doctor --repair met le fichier de côté, récupère ce qui peut l’être et recharge le reste.
cli-doctor-files-good = aucun dommage
cli-doctor-files-skipped = { $file } est volumineux et n’a pas été vérifié
cli-doctor-files-skipped-do = encours doctor --deep le vérifie aussi.
cli-doctor-files-writes = { $n ->
    [one] { $n } modification en attente est endommagée et ne peut pas être envoyée
   *[other] { $n } modifications en attente sont endommagées et ne peuvent pas être envoyées
}
cli-doctor-files-writes-do = Consultez encours outbox list, abandonnez-la avec encours outbox discard et saisissez-la à nouveau.
cli-doctor-in-company = une autre fenêtre ou commande d’Encours utilise les fichiers : fermez-la d’abord
cli-doctor-repaired-do = encours sync recharge les données depuis le serveur.
cli-doctor-good = OK
cli-doctor-key = Clé et adresse
cli-doctor-keyring = Trousseau du système
cli-doctor-keyring-do = Sans trousseau, encours login enregistre le secret dans un fichier protégé par une phrase secrète.
cli-doctor-keyring-silent-do = Déverrouillez-le ou relancez-le, puis relancez encours doctor. En attendant, indiquez le secret dans ENCOURS_SECRET.
cli-doctor-keyring-works = fonctionne
cli-doctor-damaged-do = Copiez le fichier ailleurs si vous voulez le conserver, puis déplacez-le ou supprimez-le.
cli-doctor-outbox = en attente : { $waiting }, à trancher : { $blocked }
cli-doctor-outbox-do = Consultez encours outbox list.
cli-doctor-proxy = Proxy
cli-doctor-result = Résultat
cli-doctor-rights = Droit
cli-doctor-secret = Secret
cli-doctor-settings = Réglages
cli-doctor-sign-in = Connexion
cli-doctor-store = Données locales
cli-created-again = « { $name } » avait été supprimé sur le serveur et vient d’être recréé, avec un nouvel identifiant et sans les notes du deal supprimé.
cli-already-so = Déjà à jour (données locales). Rien n’est envoyé ni mis en file.
cli-already-so-there = Déjà à jour sur le serveur. Rien n’a été envoyé.
cli-deletion-asked-before = La suppression de ce deal était déjà demandée (modification { $id }). Aucune autre n’est ajoutée.
cli-deletion-asked-again = La suppression était déjà demandée (modification { $id })
cli-taken-back = La modification en attente { $id } est annulée par celle-ci. Aucune des deux n’est envoyée.
cli-unread = Ni { $id } ni la liste complète n’ont été chargés sur cet appareil : l’envoi montrera si ce deal existe
cli-unread-task = { $id } n’a jamais été chargé sur cet appareil : l’envoi montrera si cette tâche existe
cli-deletion-waits = Ce deal va être supprimé : la suppression { $id } est en attente dans la file d’envoi. Pour l’annuler : encours outbox discard { $id }.
cli-deletion-in-doubt = Le résultat de la suppression { $id } de ce deal est inconnu : il est peut-être déjà supprimé. Pour le vérifier : encours outbox retry { $id }.
cli-unsettled = Le serveur a appliqué cette modification, mais sa réponse n’a pas pu être enregistrée sur cet appareil. La modification { $id } reste dans la file d’envoi et sera comparée avec le serveur avant tout nouvel envoi. Dès qu’il y a de la place : encours outbox retry { $id }.
cli-never-created = { $id } n’existait pas encore sur le serveur : rien n’est envoyé.
cli-not-as-sent = Le serveur a renvoyé une autre valeur que celle envoyée : { $fields }. Sa réponse est affichée ci-dessus.
cli-write-refused = Cette modification a été envoyée et refusée : rien n’a changé, et rien n’est enregistré
cli-write-undiscarded = Cette modification a été envoyée et refusée : rien n’a changé. Elle reste dans la file d’envoi, car rien ne peut plus être enregistré sur cet appareil : encours outbox discard { $id } l’abandonne
cli-offline-waits = Modifications en attente sur cet appareil : { $n } (encours outbox list)
cli-write-parked = La modification refusée reste dans la file d’envoi : encours outbox retry { $id } la renvoie telle quelle, encours outbox discard { $id } l’abandonne
cli-write-stays = Cette modification reste dans la file d’envoi : encours outbox retry { $id } l’envoie
cli-write-stands-refused = Cette modification reste dans la file d’envoi, déjà refusée : encours outbox retry { $id } la retente, encours outbox discard { $id } l’abandonne
cli-write-stands-conflict = Cette modification reste dans la file d’envoi, en conflit : encours outbox retry { $id } la retente, encours outbox discard { $id } garde la version du serveur
cli-write-not-kept = Cette modification n’est ni envoyée ni enregistrée : relancez la commande
cli-observed-since = Changements connus depuis le { $date }. Les conditions sur les précédents ne trouvent rien.
cli-query-code-unknown = Aucun deal chargé ne porte le code « { $value } », et ce n’est ni un statut ni une classe connus.{ $n ->
    [0] {""}
   *[other] {" "}Proches : { $near }.
}
cli-query-field-unknown = Aucun deal chargé n’a le champ { $field } : vérifiez son nom avec `encours deals show ID`.
cli-query-owner-unknown = Aucun deal chargé n’a « { $value } » pour responsable.{ $n ->
    [0] {""}
   *[other] {" "}Proches : { $near }.
}
cli-status-unknown = Aucun deal chargé sur cet appareil n’a jamais eu le statut { $status }, et avec --offline le serveur n’est pas interrogé. Statuts connus : { $known }.
cli-doubt-list-moved = La liste a changé pendant le chargement. Rechargez-la pour l’état exact.
cli-config-default = Défaut
cli-config-effect = Effet
cli-config-key = Clé
cli-config-origin = Origine
cli-config-values = Valeurs
cli-copy = Copie
cli-done-at = Faite le
cli-written-at = Écrite le
cli-edited-at = Modifiée le
cli-due = Échéance
cli-deal-4 = Deal 4
cli-deal-3 = Deal 3
cli-deal-2 = Deal 2
cli-deal-1 = Deal 1
cli-differs = Diffère
cli-compared-field = Champ
cli-local-removed = Supprimées : { $n }.
cli-text = Texte
cli-settings = Réglages
cli-settings-differ = { $n ->
    [one] { $n } réglage diffère et n’a pas été modifié. Pour le remplacer : --replace.
   *[other] { $n } réglages diffèrent et n’ont pas été modifiés. Pour les remplacer : --replace.
}
cli-settings-taken = { $n ->
    [0] Rien ne manquait. Aucun réglage modifié.
    [one] { $n } réglage a été mis à jour.
   *[other] { $n } réglages ont été mis à jour.
}
cli-settings-unreadable = { $n ->
    [one] { $n } réglage est illisible pour cette version et a été ignoré.
   *[other] { $n } réglages sont illisibles pour cette version et ont été ignorés.
}
cli-settings-would = { $n ->
    [0] Aucun réglage ne serait modifié.
    [one] { $n } réglage serait mis à jour. Rien n’a été modifié.
   *[other] { $n } réglages seraient mis à jour. Rien n’a été modifié.
}
cli-taken-added = ajouté
cli-taken-differs = diffère
cli-taken-joined = fusionné
cli-taken-replaced = remplacé
cli-taken-same = identique
cli-taken-unreadable = illisible
cli-empty = Aucun résultat.
cli-environment = Environnement
cli-error = Erreur :
cli-error-auth-do = Vérifiez la clé et le secret, ou enregistrez-les à nouveau : encours login.
cli-error-auth-kept = Rien n’a changé sur le serveur.
cli-error-auth-what = Le serveur a refusé la clé.
cli-error-conflict-do = Rechargez l’enregistrement, puis décidez.
cli-error-conflict-kept = Rien n’a été écrasé sur le serveur.
cli-error-conflict-what = Le serveur a refusé la modification : elle est en conflit avec une autre.
cli-error-delegated-capability-do = Demandez cette capacité à l’administrateur de la clé.
cli-error-delegated-capability-what = La clé n’a pas la capacité requise par cette route.
cli-error-delegated-forbidden-do = Demandez à l’administrateur de la clé de vérifier le droit, la liste d’utilisateurs, la capacité et l’approbation de l’utilisateur.
cli-error-delegated-forbidden-what = La clé ou l’utilisateur délégué n’a pas ce droit.
cli-error-delegated-header-do = Indiquez l’utilisateur avec --as-user, et vérifiez le nom de l’en-tête dans le profil : delegated_header.
cli-error-delegated-header-what = Le serveur n’a pas reçu exactement un en-tête d’utilisateur délégué.
cli-error-delegated-not-allowed-do = Demandez à l’administrateur de la clé d’ajouter l’utilisateur à cette liste.
cli-error-delegated-not-allowed-what = La clé ne peut pas agir en tant que cet utilisateur, absent de sa liste d’utilisateurs autorisés.
cli-error-delegated-not-approved-do = Demandez à un administrateur de l’entité d’approuver l’utilisateur.
cli-error-delegated-not-approved-what = L’utilisateur délégué n’est pas approuvé.
cli-error-delegated-own-rights-do = Choisissez un utilisateur qui a ce droit.
cli-error-delegated-own-rights-what = L’utilisateur délégué n’a pas ce droit.
cli-error-delegated-unknown-user-do = Vérifiez l’identifiant donné avec --as-user.
cli-error-delegated-unknown-user-what = L’entité de cette clé n’a pas cet utilisateur.
cli-error-declined-what = Non confirmé.
cli-error-declined-kept = Rien n’a été fait ni mis en file.
cli-error-declined-do = Pour ne pas avoir à confirmer : --yes.
cli-error-forbidden-do = Contactez l’administrateur de la clé : droits, routes et adresses peuvent être limités.
cli-error-forbidden-kept = Rien n’a changé sur le serveur.
cli-error-forbidden-what = Le serveur n’autorise pas cela à cette clé.
cli-error-incomplete-what = La liste est incomplète.
cli-error-incomplete-kept = Les enregistrements reçus sont affichés.
cli-error-in-doubt-what = Le serveur n’a pas confirmé la modification, qui a peut-être été appliquée.
cli-error-in-doubt-kept = La modification est enregistrée dans la file d’envoi avec sa clé d’idempotence.
cli-error-in-doubt-do = Renvoyez-la depuis la file d’envoi : elle ne peut pas être appliquée deux fois. Ne la saisissez pas à nouveau.
cli-error-incomplete-do = Relancez la commande. Si les mêmes enregistrements manquent, signalez-le au support.
cli-error-sync-incomplete-do = Relancez encours sync. S’il en manque autant à chaque fois, signalez-le au support.
cli-error-sync-incomplete-kept = Les deals reçus sont enregistrés sur cet appareil. Pour les autres, les données précédentes sont inchangées.
cli-error-sync-incomplete-what = Certains deals n’ont pas été reçus.
cli-error-interrupted-do = Relancez la commande pour continuer.
cli-error-interrupted-kept = Une modification non confirmée reste dans la file d’envoi : encours outbox list.
cli-error-interrupted-what = Interrompu.
cli-error-invalid-do = Corrigez la requête, puis réessayez.
cli-error-invalid-kept = Rien n’a changé sur le serveur.
cli-error-invalid-what = Le serveur a refusé la requête : elle n’est pas valide.
cli-error-keyring-do = Sans trousseau, enregistrez le secret dans un fichier protégé par une phrase secrète (encours login --passphrase-file, avec ENCOURS_PASSPHRASE si aucune saisie n’est possible), ou indiquez-le dans ENCOURS_SECRET ou par le credential_command du profil.
cli-error-keyring-kept = Rien n’a été enregistré.
cli-error-keyring-what = Le secret ne peut pas être enregistré sur cet appareil.
cli-error-key-taken-do = Indiquez une autre clé d’idempotence pour une nouvelle modification.
cli-error-key-taken-kept = Rien n’a été envoyé.
cli-error-key-taken-what = La clé d’idempotence est celle d’une autre modification.
cli-error-leaving-do = Attendez la réponse du serveur : encours outbox list.
cli-error-leaving-kept = Rien n’a été abandonné.
cli-error-leaving-what = La modification est en cours d’envoi.
cli-error-no-write-do = encours outbox list affiche les modifications en attente et leurs numéros.
cli-error-no-write-kept = Rien n’a été envoyé ni abandonné.
cli-error-no-write-what = La file d’envoi ne contient pas cette modification.
cli-error-not-held-do = Vérifiez l’identifiant. encours sync charge les données du serveur.
cli-error-not-held-kept = Aucune requête n’a été envoyée.
cli-error-not-held-what = Introuvable sur cet appareil.
cli-error-overtaken-do = Décidez avec l’une des commandes ci-dessus.
cli-error-overtaken-kept = Rien n’a été écrasé, et la modification est enregistrée sur cet appareil.
cli-error-overtaken-sent-do = Décidez avec l’une des commandes ci-dessus.
cli-error-overtaken-sent-kept = Les valeurs plus récentes n’ont pas été écrasées, et la modification est enregistrée sur cet appareil.
cli-error-overtaken-sent-what = La modification avait déjà été envoyée et n’a pas été renvoyée : l’enregistrement a changé depuis sur le serveur.
cli-error-overtaken-what = La modification n’a pas été envoyée : l’enregistrement a changé depuis sur le serveur.
cli-error-not-found-do = Vérifiez l’identifiant ou le chemin.
cli-error-not-found-kept = Rien n’a changé sur le serveur.
cli-error-not-found-what = Le serveur ne connaît pas cette ressource.
cli-error-intercepted-do = C’est sans doute la page de connexion d’un réseau. Ouvrez une page dans un navigateur, connectez-vous, puis réessayez.
cli-error-intercepted-kept = Rien de cette réponse n’a été enregistré.
cli-error-intercepted-what = Une page de connexion réseau ou un proxy bloque le serveur.
cli-error-intercepted-queued-do = C’est sans doute la page de connexion d’un réseau. Ouvrez une page dans un navigateur, connectez-vous, puis envoyez la modification : encours outbox retry.
cli-error-intercepted-queued-kept = La modification est enregistrée sur cet appareil avec sa clé d’idempotence : elle ne peut pas être appliquée deux fois.
cli-error-intercepted-queued-what = Une page de connexion réseau ou un proxy bloque le serveur. La modification n’a pas été envoyée.
cli-error-failing-do = Réessayez. Si le problème persiste, indiquez l’identifiant de requête au support.
cli-error-failing-kept = Les données déjà chargées restent disponibles avec --offline.
cli-error-failing-what = Le serveur est joignable, mais n’a pas pu répondre.
cli-error-lost-here-do = encours sync recharge tous les deals. Sans --offline, le serveur est interrogé.
cli-error-lost-here-kept = Aucune requête n’a été envoyée.
cli-error-lost-here-what = Les données chargées sur cet appareil ont été perdues avec son historique.
cli-error-no-such-deal-do = Si le deal est plus récent que cette liste, lancez encours sync, puis réessayez.
cli-error-no-such-deal-kept = Rien n’a été fait ni mis en file.
cli-error-no-such-deal-what = Ce deal n’est pas dans les données locales.
cli-error-not-here-do = Sans --offline, le serveur est interrogé. encours sync met à jour la copie locale.
cli-error-not-here-kept = Aucune requête n’a été envoyée.
cli-error-not-here-what = Cela n’est pas dans la copie locale.
cli-error-protocol-do = Réessayez. Si le problème persiste, indiquez l’identifiant de requête au support.
cli-error-protocol-kept = Rien de cette réponse n’a été enregistré.
cli-error-protocol-what = La réponse du serveur n’est pas conforme au contrat.
cli-error-queued-do = Envoyez-la plus tard : encours outbox retry.
cli-error-queued-kept = La modification est enregistrée sur cet appareil avec sa clé d’idempotence : elle ne peut pas être appliquée deux fois.
cli-error-queued-what = Le serveur n’a pas encore confirmé la modification.
cli-error-rate-limited-do = Attendez, ou accordez plus de temps avec --timeout. encours doctor indique jusqu’à quand, et comment lever la pause.
cli-error-rate-limited-kept = Rien n’a changé sur le serveur.
cli-error-rate-limited-what = Le serveur a demandé d’attendre.
cli-error-output-what = Le résultat n’a pas pu être écrit.
cli-error-output-kept = Le serveur a fait ce que la commande demandait. Une modification enregistrée est dans encours outbox list.
cli-error-output-do = Libérez de la place ou redirigez la sortie. Ne relancez la commande que si elle ne fait que lire : une modification est déjà faite.
cli-error-refused-do = Renvoyer la même requête n’y changera rien. Indiquez l’identifiant de requête au support.
cli-error-refused-kept = Rien n’a changé sur le serveur.
cli-error-refused-what = Le serveur a refusé la requête.
cli-error-odd-do = Signalez les enregistrements cités ci-dessus au support.
cli-error-odd-kept = Tout ce qui a été reçu est affiché.
cli-error-odd-what = Des enregistrements ne sont pas conformes au contrat.
cli-error-partial-do = Relancez la commande pour la liste complète.
cli-error-partial-kept = Les enregistrements reçus sont affichés. La liste est incomplète.
cli-error-partial-what = La liste n’a pas pu être chargée jusqu’au bout.
cli-error-request = Identifiant de requête : { $id }
cli-error-retry-after = Réessayez dans { $s } s
cli-error-scope = Droit manquant : { $scope }
cli-error-secret-do = Indiquez-le dans ENCOURS_SECRET ou par le credential_command du profil, ou enregistrez-le dans le trousseau (keyring) ou dans un fichier à phrase secrète : encours login.
cli-error-secret-kept = Aucune requête n’a été envoyée.
cli-error-secret-what = Aucun secret utilisable pour cette clé.
cli-error-held-up-do = Vérifiez ce qui bloque (un système de fichiers, un tube, un autre programme qui utilise le profil, une commande de secret), ou accordez plus de temps avec --timeout.
cli-error-held-up-kept = Aucune modification n’a été envoyée ni enregistrée.
cli-error-held-up-what = Quelque chose sur cet appareil n’a pas répondu dans le délai de --timeout.
cli-error-timeout-what = Le serveur n’a pas répondu à temps.
cli-error-timeout-do = Réessayez, ou accordez plus de temps avec --timeout.
cli-error-insecure-what = Aucune requête n’a été envoyée : la connexion au serveur n’est pas sûre.
cli-error-insecure-do = Faites corriger le problème, puis réessayez.
cli-error-broken-off-what = La connexion s’est terminée avant la fin de la réponse.
cli-error-broken-off-do = Réessayez. Si cela se reproduit à chaque fois, signalez-le au support.
cli-error-local-closed-do = Autorisez l’écriture dans le dossier, ou choisissez-en un autre avec --data-dir (ou ENCOURS_DATA_DIR).
cli-error-local-damaged-do = Relancez la commande : le fichier est mis de côté, et son contenu est récupéré ou rechargé. Si une autre fenêtre ou commande d’Encours l’a ouvert, fermez-la d’abord.
cli-error-local-damaged-kept = Aucune donnée enregistrée n’a été supprimée.
cli-error-local-damaged-what = Un fichier de données de cet appareil est endommagé.
cli-error-local-damaged-partly-do = Relancez la commande : le fichier est mis de côté, et son contenu est récupéré ou rechargé. Si une autre fenêtre ou commande d’Encours l’a ouvert, fermez-la d’abord.
cli-error-local-damaged-partly-kept = Les enregistrements déjà lus sont affichés. La liste est incomplète. Aucune donnée enregistrée n’a été supprimée.
cli-error-local-damaged-partly-what = Un fichier de données de cet appareil est endommagé.
cli-error-local-full-do = Libérez de la place sur ce disque, puis réessayez.
cli-error-local-kept = Les données déjà enregistrées sont intactes et lisibles. Rien de nouveau n’a été enregistré.
cli-error-local-limited-do = Relevez la limite (ulimit -f), puis réessayez.
cli-error-local-newer-do = Utilisez cette version, ou un autre dossier de données : --data-dir ou ENCOURS_DATA_DIR.
cli-error-local-newer-kept = Ses modifications en attente y restent et seront envoyées par cette version.
cli-error-local-newer-what = Les données de cet appareil ont été écrites par une version plus récente d’Encours.
cli-error-local-other-do = Consultez encours doctor.
cli-error-local-other-kept = Aucune donnée enregistrée n’a été supprimée.
cli-error-local-other-what = Les fichiers de données de cet appareil sont inutilisables.
cli-error-local-queued-do = Dès que l’enregistrement est de nouveau possible, envoyez-la : encours outbox retry. Ne la saisissez pas à nouveau.
cli-error-local-queued-kept = La modification est enregistrée sur cet appareil avec sa clé d’idempotence : elle ne peut pas être appliquée deux fois.
cli-error-local-queued-what = L’enregistrement sur cet appareil a échoué avant que le serveur ait confirmé la modification.
cli-error-local-unread-do = Relancez la commande. Si elle échoue encore, vérifiez le disque et copiez le dossier de données sur un autre.
cli-error-local-unread-kept = Rien n’a été modifié ni mis de côté.
cli-error-local-unread-what = Les données de cet appareil n’ont pas pu être lues sur le disque.
cli-error-local-what = Rien ne peut être enregistré sur cet appareil pour l’instant.
cli-error-undelivered-do = Renvoyez-la quand le serveur répondra.
cli-error-undelivered-kept = Elle n’est pas enregistrée sur cet appareil : encours api n’enregistre rien.
cli-error-undelivered-what = Le serveur n’a pas répondu à la modification.
cli-error-to-be-deleted-do = Décidez avec la commande ci-dessus, puis modifiez le deal.
cli-error-to-be-deleted-kept = Rien n’a été modifié ni mis en file. La suppression est inchangée.
cli-error-to-be-deleted-what = La suppression de ce deal est en attente : il ne peut pas être modifié.
cli-error-unexpected-do = Réessayez. Si le problème persiste, indiquez l’identifiant de requête au support.
cli-error-unexpected-kept = Aucune donnée locale n’a été perdue.
cli-error-unexpected-what = La requête a échoué.
cli-error-unreachable-do = Vérifiez le réseau et l’adresse du serveur, puis réessayez.
cli-error-unreachable-kept = Les données déjà chargées restent disponibles avec --offline.
cli-error-unreachable-what = Le serveur est injoignable.
cli-error-usage-do = Consultez encours --help.
cli-error-usage-kept = Rien n’a été envoyé.
cli-error-usage-what = La commande ou la configuration n’est pas valide.
cli-error-view-limits-do = Corrigez les valeurs citées ci-dessus, puis réessayez.
cli-error-view-limits-kept = Rien n’a été envoyé.
cli-error-view-limits-what = Le serveur n’accepte pas cette vue.
cli-error-write = modification { $id }
cli-expires-at = Expire le
cli-expires-in = Durée (s)
cli-family = Liste
cli-field-alert = Alerte
cli-deals = Deals
cli-sum-share = Part de la somme
cli-outside = Hors limites
cli-field-columns = Colonnes
cli-field-crd-source = Origine du CRD
cli-field-enabled = Active
cli-field-filters = Filtres
cli-field-importance = Importance
cli-field-investment-type = Type d’investissement
cli-field-key = Clé du champ
cli-field-kpi = Instantané financier
cli-field-label-fr = Libellé français
cli-field-severity = Gravité minimale
cli-field-shared = Partagé
cli-field-sort = Tri
cli-field-source = Source
cli-field-value-type = Type de valeur
cli-granted = Accordé
cli-idempotency-key = Clé d’idempotence
cli-issued-at = Émis le
cli-after = Après
cli-before = Avant
cli-by = Par
cli-bytes = Octets
cli-certainty = Certitude
cli-confirm-replace = { $file } existe déjà. Le remplacer ?
cli-confirm-watch = Suivre ceux-ci ?
cli-watch-all = Identifiants trouvés ({ $n }) : { $ids }
cli-watch-some = Identifiants trouvés ({ $n }) : { $ids }. Mots ignorés ({ $left }) : { $words }
cli-decided-at = Terminée
cli-duration = Durée (ms)
fault-dns = nom introuvable
fault-connect = aucune connexion
fault-tls = connexion non sûre
fault-timeout = aucune réponse à temps
fault-reset = coupée avant la réponse
fault-cut = coupée pendant la réponse
cli-fault = Échec
cli-field = Champ
cli-export-cut = { $n ->
    [one] Un texte dépasse
   *[other] { $n } textes dépassent
} les 32 767 caractères d’une cellule de classeur, et la suite est coupée : { $deals }. Un fichier .csv ou .json contient tout le texte.
cli-file = Fichier
cli-as-of = État au { $date }, connu depuis le { $since }.
cli-history-nothing = Aucun changement observé sur cet appareil.
cli-history-nothing-since = Aucun changement observé sur cet appareil depuis { $date }.
cli-http-status = HTTP
cli-kept-at = Données locales, chargées le { $date }.
cli-not-before = Pas avant
cli-observed-at = Observé
cli-operation = Opération
cli-outcome = Résultat
cli-outcome-unknown = Résultat inconnu
cli-records = Enregistrements
cli-request-id = Identifiant de requête
cli-request-of = requête { $id }
cli-sync-first = Première synchronisation sur cet appareil. Les changements sont signalés à partir de maintenant.
cli-sync-nothing = Rien n’a changé depuis la dernière synchronisation.
cli-sync-nothing-of-these = Rien n’a changé parmi les deals reçus.
cli-sync-not-read = { $route } n’a pas été chargée : absente de ce serveur ou non autorisée pour cette clé.
cli-sync-other-entity = Cette clé agit désormais pour l’entité { $now }. Les données de cet appareil étaient celles de { $before }. Les modifications faites pour { $before } restent verrouillées jusqu’à son retour.
cli-sync-read = { $total ->
    [one] { $read } deal chargé sur { $total }.
   *[other] { $read } deals chargés sur { $total }.
}
cli-standing-conflict = { $n ->
    [one] { $n } de vos modifications est en conflit avec un changement fait ailleurs
   *[other] { $n } de vos modifications sont en conflit avec des changements faits ailleurs
} : encours outbox list affiche les deux versions, encours outbox retry ID envoie la vôtre, encours outbox discard ID garde l’autre.
cli-standing-refused = { $n ->
    [one] { $n } de vos modifications a été refusée et n’est pas incluse dans ce qui est affiché
   *[other] { $n } de vos modifications ont été refusées et ne sont pas incluses dans ce qui est affiché
} : encours outbox list indique pourquoi, encours outbox discard ID l’abandonne.
cli-sync-waiting = { $n ->
    [one] { $n } modification est en attente et n’est pas envoyée par cette commande : encours outbox retry
   *[other] { $n } modifications sont en attente et ne sont pas envoyées par cette commande : encours outbox retry
}
cli-waits-again = nouvel essai après { $at }
cli-waits-not-applied = non appliquée
cli-waits-once = ne peut pas être appliquée deux fois
cli-when = Quand
cli-kept-lost = L’historique de cet appareil a été perdu, et avec lui la liste chargée le { $read }. Il en reste { $n } enregistrements chargés un à un, le plus ancien le { $date }. encours sync les recharge tous.
cli-kept-none = Rien n’a encore été chargé sur cet appareil.
cli-kept-part = Données locales : { $n } chargés pour l’instant, le plus ancien le { $date }. Le serveur peut en avoir d’autres.
cli-kept-in-doubt = Inclut { $n ->
    [one] { $n } de vos modifications, envoyée et peut-être déjà appliquée
   *[other] { $n } de vos modifications, envoyées et peut-être déjà appliquées
} : encours outbox retry le vérifie.
cli-kept-waiting = Inclut { $n ->
    [one] { $n } de vos modifications, pas encore appliquée
   *[other] { $n } de vos modifications, pas encore appliquées
} : consultez encours outbox list.
cli-kept-whole = Données locales : la liste complète, chargée le { $date }.
cli-key-id = Clé
cli-login-done = La clé { $key } est enregistrée sous le profil { $profile }. Son secret est ici : { $place }
cli-encrypted = Les données locales sont chiffrées. Leur clé est ici : { $place }
cli-decrypted = Les données locales ne sont plus chiffrées.
cli-login-no-keyring = Aucun trousseau système ne fonctionne sur cet appareil : le secret sera dans un fichier protégé par une phrase secrète.
cli-logout-done = Le secret du profil { $profile } a été retiré de cet appareil.
cli-logout-none = Il n’y avait pas de secret pour le profil { $profile } sur cet appareil.
cli-method = Méthode
cli-mode = Mode
cli-in-doubt = encours outbox retry { $id } la renvoie avec la même clé d’idempotence
cli-note = Note
cli-note-ended-early = La liste s’est arrêtée alors que le serveur en annonce davantage : { $received } enregistrements reçus.
cli-note-fewer = La liste s’est terminée avec { $received } enregistrements différents sur les { $total } annoncés par le serveur.
cli-note-not-paged = Le serveur a renvoyé les mêmes enregistrements au lieu de la page suivante : { $received } reçus, il peut y en avoir d’autres.
cli-note-incomplete = La liste est incomplète : { $received } enregistrements reçus sur les { $total } annoncés par le serveur.
cli-notice = Note :
cli-number = Numéro
cli-origin = Origine
cli-only-read = Les données locales sont en lecture seule pour l’instant : { $why }
cli-outbox-behind = { $n ->
    [one] Une autre modification
   *[other] { $n } autres modifications
} du même enregistrement { $n ->
    [one] est
   *[other] sont
} en attente : encours outbox retry { $ids }
cli-outbox-held = La modification { $id } peut être annulée jusqu’à { $until } là où elle a été faite, puis sera envoyée. Pour l’envoyer maintenant : encours outbox retry { $id }.
cli-outbox-stopped = { $n ->
    [one] Le serveur ne peut pas être interrogé : { $n } autre modification reste en attente, sans essai.
   *[other] Le serveur ne peut pas être interrogé : { $n } autres modifications restent en attente, sans essai.
}
cli-outbox-conflicts = Une modification en conflit attend votre choix : encours outbox retry ID envoie la vôtre par-dessus celle du serveur (un deal qui y est supprimé est recréé), encours outbox discard ID garde celle du serveur.
cli-outbox-fields = En plein écran, sous { $screen } ({ $number }), « { $action } » ({ $key }) combine les champs des deux.
cli-outbox-nothing = Aucune modification en attente.
cli-partial = { $shown } sur { $total }. Pour la liste complète : --all.
cli-path = Chemin
cli-profile = Profil
cli-purged = Le profil { $profile } et ses données locales ont été supprimés.
cli-purged-data = Les données locales du profil { $profile } ont été supprimées.
cli-purged-plain = La clé des données supprimées était perdue : les nouvelles données ne seront pas chiffrées. Pour les chiffrer : encours login --encrypt
cli-purged-leftovers = Les copies et les fichiers mis de côté du profil { $profile } ont été supprimés.
cli-reason = Motif
cli-record = Enregistrement
cli-scope = Droit
cli-secret = Secret
cli-state = État
cli-state-answered = pas encore acceptée, le serveur a répondu { $status }
cli-state-answered-doubtful = réponse { $status }, peut-être appliquée
cli-state-held = non envoyée
cli-state-too-many = pas encore acceptée, trop de requêtes
cli-task-status-unknown = Aucune tâche n’a le statut « { $value } »
cli-title = Titre
cli-token-type = Type de jeton
cli-type-base-url = Adresse du serveur (finit par /v1) :
cli-type-key-id = Identifiant public de la clé :
cli-type-new-passphrase = Nouvelle phrase secrète pour le secret (saisie masquée) :
cli-type-passphrase = Phrase secrète du secret (saisie masquée) :
cli-type-passphrase-again = La même phrase secrète :
cli-type-secret = Secret (saisie masquée) :
cli-api-elements = { $n ->
    [one] { $n } élément de la liste n’est pas un enregistrement avec identifiant et est affiché tel quel
   *[other] { $n } éléments de la liste ne sont pas des enregistrements avec identifiant et sont affichés tels quels
}
cli-unread-elements = { $n ->
    [one] { $n } élément de la liste est illisible et manque ici
   *[other] { $n } éléments de la liste sont illisibles et manquent ici
}
cli-odd-elements = { $n ->
    [one] { $n } enregistrement de la liste n’est pas conforme au contrat
   *[other] { $n } enregistrements de la liste ne sont pas conformes au contrat
}
cli-view-undocumented = Le contrat ne documente que le nom et le défaut d’une vue. Le serveur peut accepter ou non filtres, colonnes et tri.

# Erreurs de la ligne de commande et de la configuration.

cli-line-conflict = `{ $arg }` ne peut pas être utilisé avec { $other }.
cli-line-expected-assignment = NOM=VALEUR attendu
cli-line-expected-choice = attendu l’un de { $choices }
cli-line-expected-date = date (2026-11-20) ou date-heure (2026-11-20T08:00:00Z) attendue
cli-line-expected-direction = CHAMP, CHAMP:asc ou CHAMP:desc attendu
cli-line-expected-duration = une durée est attendue : 90s, 10m ou 1h30m
cli-line-expected-code-column = status, class ou owner attendu
cli-line-expected-column = colonne attendue, comme status, owner, age ou ltv
cli-line-expected-field = nom d’un champ attendu
cli-line-expected-header = NOM:VALEUR attendu
cli-line-expected-id-ascii = seuls les caractères ASCII visibles sans espace sont permis
cli-line-expected-id-blank = il commence ou finit par une espace
cli-line-expected-id-control = il contient un caractère de contrôle
cli-line-expected-id-dots = `.` et `..` ne sont pas des identifiants valides
cli-line-expected-id-empty = il est vide
cli-line-expected-id-short = il est trop long
cli-line-expected-method = GET, POST, PUT, PATCH ou DELETE attendu
cli-line-expected-moment = date-heure (2026-11-20T08:00:00Z) attendue
cli-line-expected-figure = nombre et statistique attendus, comme crd_total ou ltv:median
cli-line-expected-groups = jusqu’à trois de status, class et owner attendus
cli-line-expected-number = nombre entier, 0 ou plus, attendu
cli-line-expected-other = autre valeur attendue
cli-line-expected-port = port de 0 à 65535 attendu
cli-line-expected-query = recherche attendue (classe:bureaux ltv>65%, -parc)
cli-line-expected-seconds = nombre de secondes de 0 à 86400 attendu
cli-line-missing = Il manque : { $arg }.
cli-line-more = Pour en savoir plus : { $command } --help
cli-line-near = Vouliez-vous dire { $near } ?
cli-line-no-command = Il manque une commande : --help en donne la liste.
cli-line-no-value = `{ $arg }` attend une valeur.
cli-line-not-text = Un argument n’est pas un texte en UTF-8.
cli-line-too-many = `{ $value }` est une valeur de trop pour `{ $arg }`.
cli-line-twice = `{ $arg }` est donné plusieurs fois.
cli-line-unknown-argument = `{ $arg }` n’est ni une option ni un argument de cette commande.
cli-line-unknown-command = Il n’y a pas de commande `{ $name }`.
cli-line-unreadable = La ligne de commande est illisible.
cli-line-usage = Utilisation : { $usage }
cli-line-value = `{ $value }` n’est pas valide pour `{ $arg }` : { $expected }.
usage-base-url-credentials = l’adresse du serveur n’est pas valide : elle ne doit contenir ni nom d’utilisateur ni mot de passe
usage-base-url-host = l’adresse du serveur n’est pas valide : vérifiez le nom d’hôte
usage-base-url-plain-http = l’adresse du serveur n’est pas valide : http n’est permis que vers cet appareil. Utilisez https
usage-base-url-path = l’adresse du serveur n’est pas valide : son chemin doit être fait de segments simples, sans requête ni fragment
usage-base-url-port = l’adresse du serveur n’est pas valide : vérifiez le port
usage-base-url-scheme = l’adresse du serveur n’est pas valide : elle doit commencer par https://
usage-proxy = le proxy de { $from } n’est pas valide : http://HÔTE:PORT attendu, avec UTILISATEUR:MOT-DE-PASSE@ devant l’hôte s’il le demande
usage-base-url-version = l’adresse du serveur n’est pas valide : elle doit se terminer par /v1
usage-command-lost = credential_command n’a pas pu être exécutée : « { $why } »
usage-command-printed = credential_command n’a affiché ni réponse de jeton (un objet JSON) ni secret (une ligne de texte)
usage-command-signal = credential_command a été arrêtée par un signal : « { $why } »
usage-command-signal-mute = credential_command a été arrêtée par un signal, sans message
usage-command-silent = credential_command ne s’est pas terminée à temps
usage-command-status = credential_command s’est terminée avec le statut { $code } : « { $why } »
usage-command-status-mute = credential_command s’est terminée avec le statut { $code }, sans message
usage-command-token = credential_command n’a pas renvoyé de jeton : « { $why } »
cli-rules-good = { $n ->
    [0] Aucune règle.
    [one] La règle est valide.
   *[other] { $n } règles, toutes valides.
}
cli-doctor-rules = Règles
usage-watch-name = aucune règle ni aucun abonnement ne s’appelle { $name }. Disponibles : { $known }
usage-schema = aucun schéma ne s’appelle { $name }. Disponibles : { $known }
config-rule-off = la règle « { $name } » est inactive : { $why } ({ $place }). Corrigez-la et relancez
config-rule-choice = `{ $key }` doit être parmi { $choices }
config-rule-order = une règle n’a ni tri ni limite : retirez-les
config-rule-unknown = réglage inconnu `{ $key }` (connus : { $known })
config-rule-when = `when` attend un filtre, par exemple when = "statut:ic"
config-misbound = { $place } : { $why }
usage-config-toml = { $file }:{ $line }:{ $column } : TOML non valide : « { $why } »
usage-keyring-loses = le trousseau du système n’a pas enregistré le secret
usage-passphrase-delete = le fichier à phrase secrète { $file } n’a pas pu être supprimé : « { $why } »
usage-passphrase-empty = la phrase secrète est vide
usage-passphrase-late = la phrase secrète n’a pas été saisie à temps
usage-passphrase-missing = le secret est dans un fichier à phrase secrète, et la saisie n’est pas possible ici : indiquez la phrase secrète dans { $variable }
usage-passphrase-none = le fichier à phrase secrète de cette clé n’existe pas
usage-passphrase-read = le fichier à phrase secrète { $file } ne peut pas être lu : « { $why } »
usage-passphrase-unreadable = cette version ne peut pas lire ce fichier à phrase secrète
usage-passphrase-write = le fichier à phrase secrète { $file } n’a pas pu être écrit : « { $why } »
usage-passphrase-wrong = la phrase secrète est incorrecte, ou le fichier a été modifié
usage-body-json = le corps n’est pas du JSON : « { $why } »
usage-certificate = le certificat { $file } n’a pas pu être lu : « { $why } »
usage-certificates-missing = { $variable } désigne { $path }, où aucun certificat ne peut être lu
usage-config-demo = la démo n’utilise pas config.toml. Indiquez un dossier avec --config-dir pour y modifier les réglages
usage-config-choice = { $file }:{ $line } : { $name } ne peut pas être { $value }. Valeurs possibles : { $known }
usage-config-keys = { $file }:{ $line }:{ $column } : liste de touches entre crochets attendue, et non { $value }
usage-config-boolean = { $file }:{ $line }:{ $column } : true ou false attendu, et non { $value }
usage-config-list = { $file }:{ $line }:{ $column } : liste entre crochets attendue, et non { $value }
usage-config-count = { $file }:{ $line }:{ $column } : nombre entier de 0 à { $most } attendu, et non { $value }
usage-config-number = { $file }:{ $line }:{ $column } : nombre entier attendu, et non { $value }
usage-config-limit = { $file }:{ $line }:{ $column } : seuil attendu dans l’unité du serveur, ou en pourcentage entre guillemets ("60%") pour un ratio, et non { $value }
usage-config-limit-pair = { $file }:{ $line }:{ $column } : deux seuils entre crochets attendus, la dernière valeur OK puis la dernière en vigilance, et non { $value }
usage-config-limit-order = { $file }:{ $line }:{ $column } : le seuil OK doit précéder le seuil de vigilance pour cet indicateur : { $value } est inversé
usage-config-status = { $file }:{ $line }:{ $column } : code de statut attendu, tel que le serveur l’envoie ({ $known }…) et une seule fois, et non { $value }
usage-config-probability = { $file }:{ $line }:{ $column } : probabilité en pourcentage attendue, de 0 à 100, et non { $value }
usage-config-value = { $file }:{ $line }:{ $column } : cette valeur n’est pas valide : « { $why } »
usage-config-text = { $file }:{ $line }:{ $column } : texte entre guillemets attendu, et non { $value }
usage-config-unknown = { $file }:{ $line }:{ $column } : { $name } n’est pas un réglage. Disponibles : { $known }
usage-columns-field = --columns : les deals n’ont pas de champ `{ $field }`
usage-pivot-columns = les lignes et les colonnes du tableau croisé doivent différer : les deux sont `{ $field }`
usage-group-columns = --columns : avec --group-by, `{ $field }` n’est pas un nombre des deals
usage-config-link = { $file } est un lien vers { $to }, qui n’existe pas. Rétablissez ce fichier, ou supprimez le lien
usage-config-read = { $file } n’a pas pu être lu : « { $why } »
usage-config-syntax = { $file } : « { $why } »
usage-config-write = { $file } n’a pas pu être écrit : « { $why } ». Il est inchangé
usage-confirm = { $question } Encours ne peut pas demander de confirmation ici : ajoutez --yes
usage-demo-deals = --demo-deals ne s’utilise qu’avec la démo : ajoutez --demo (ou ENCOURS_DEMO=1)
usage-dumb-terminal = ce terminal ne peut pas afficher le plein écran (TERM=dumb). Utilisez une commande (encours --help)
usage-export-portfolio = --query, --view et --columns choisissent des deals, mais un portefeuille est toujours exporté en entier
usage-export-ending = --to : le nom du fichier doit se terminer par .csv, .json ou .xlsx
usage-field-twice = `{ $field }` est donné plusieurs fois : indiquez une seule valeur
usage-id-or-key = identifiant ou --key attendu
usage-held-up = la commande a été bloquée pendant { $s } s
usage-import = --import : { $file } : « { $why } »
usage-home = { $path } est inutilisable : seul ~/ est reconnu, pour votre propre dossier personnel. Écrivez le chemin en entier
usage-json = --{ $option } : « { $why } »
usage-key-used = cette clé d’idempotence est celle d’une autre modification, déjà appliquée. Rien n’a été envoyé : indiquez une nouvelle clé pour une nouvelle modification
usage-key-taken = cette clé d’idempotence est celle d’une autre modification, en attente dans la file d’envoi sous le numéro { $id }. Rien n’a été envoyé
usage-keyring-entry = l’entrée du trousseau est inutilisable
usage-keyring-failed = le trousseau du système a échoué
usage-keyring-locked = le trousseau du système est verrouillé ou refuse l’accès
usage-keyring-nothing = le trousseau du système n’a pas de secret pour cette clé
usage-keyring-silent = le trousseau du système n’a pas répondu. Il attend peut-être d’être déverrouillé
usage-deletion-in-doubt = le résultat de sa suppression { $id } est inconnu : encours outbox retry { $id } le vérifie, encours outbox discard { $id } l’abandonne
usage-deletion-waits = sa suppression { $id } est en attente dans la file d’envoi : encours outbox discard { $id } l’annule
usage-known-deleted = { $what } a été supprimé (connu depuis { $date })
usage-kpi-in-data = `{ $key }` doit être dans `kpi_snapshot`, pas dans `data`
usage-name-and-search = `name` (exact) et `search` (partiel) ne se combinent pas : indiquez l’un des deux
usage-never-created = le deal à modifier n’a jamais été créé : la modification ne peut qu’être abandonnée
usage-no-answer = la réponse n’a pas pu être lue : « { $why } »
usage-no-base-url = aucun serveur n’est configuré. Indiquez --base-url (ou ENCOURS_BASE_URL), enregistrez une clé avec `encours login`, ou découvrez avec --demo
usage-no-limits = { $option } : aucun seuil pour { $field }. Ajoutez-les sous [limits] dans config.toml, ou comparez à un nombre
usage-no-home = ce compte n’a pas de dossier personnel. Indiquez les dossiers avec --config-dir et --data-dir
usage-no-key-id = aucune clé n’est configurée. Indiquez --key-id (ou ENCOURS_KEY_ID), ou enregistrez une clé avec `encours login`
usage-no-keyring = il n’y a pas de trousseau du système sur cet appareil
usage-no-list = le serveur ne propose pas de liste : { $family }
usage-no-list-of-user = le serveur ne propose pas de liste : { $family }, ou il ne connaît pas l’utilisateur délégué
usage-no-profile = il n’y a pas de profil `{ $name }` dans { $file }. Disponibles : { $known }
usage-no-profile-yet = il n’y a pas de profil `{ $name }` dans { $file }, qui n’en contient encore aucun
usage-no-secret = le secret n’a pas pu être lu : « { $why } »
usage-no-terminal = le plein écran a besoin d’un terminal. Utilisez une commande (encours --help)
usage-no-user = cette route nécessite un utilisateur délégué : ajoutez --as-user ID (ou ENCOURS_AS_USER)
usage-task-condition = « { $condition } » n’est pas une condition pour les tâches. Utilisez des mots, `status:CODE` et `priority:MOT`
usage-me-unset = { $option } : « moi » n’est pas défini : tapez « je suis Prénom Nom » dans la palette du plein écran, ou ajoutez me = ["Prénom Nom"] sous [settings] dans config.toml
usage-no-view = --view : il n’y a pas de vue enregistrée `{ $name }` (disponibles : { $known })
usage-no-view-yet = --view : il n’y a pas de vue enregistrée `{ $name }` : aucune n’est encore enregistrée
usage-not-watched = { $id } n’est pas suivi
usage-name-blank = --name est vide : un deal a besoin d’un nom visible
usage-journal-unknown = aucune modification de { $id } n’est enregistrée sur cet appareil
usage-no-write = il n’y a pas de modification { $id } dans la file d’envoi
usage-write-damaged = la modification { $id } est endommagée et n’a pas été envoyée. encours outbox list l’affiche, encours outbox discard { $id } l’abandonne
usage-write-newer = la modification { $id } vient d’une version plus récente, qui l’enverra. Elle n’a pas été envoyée cette fois
usage-writes-damaged = modifications endommagées, non envoyées : { $n } ({ $ids }). encours outbox list les affiche, encours outbox discard { $ids } les abandonne
usage-temporary-id = `{ $id }` est l’identifiant local d’un deal que le serveur n’a pas encore créé. Rien n’a été envoyé. La création est en attente dans la file d’envoi (encours outbox list)
usage-list-lost = `{ $command }` : la liste chargée le { $date } a été perdue avec l’historique de cet appareil. encours sync la recharge
usage-list-lost-own = `{ $command }` : la liste chargée le { $date } a été perdue avec l’historique de cet appareil. encours sync la recharge. Vos modifications en attente : { $n } (encours outbox list)
usage-lost-here = { $what } n’est pas ou plus dans la copie locale : la liste chargée le { $date } a été perdue avec l’historique. encours sync la recharge
usage-never-read = `{ $command }` : rien n’a encore été chargé sur cet appareil
usage-never-read-own = `{ $command }` : rien n’a encore été chargé sur cet appareil. Vos modifications en attente : { $n } (encours outbox list)
usage-not-here = { $what } n’est pas dans la copie locale
usage-no-such-deal = { $what } n’est pas dans la liste des deals chargée le { $date }, qui était complète
usage-not-in-demo = `{ $command }` nécessite une vraie clé. --demo utilise la sienne
usage-header-user = { $header } ne se donne pas comme en-tête : utilisez --as-user { $id }
usage-history-unknown = aucun historique d’un deal { $id } sur cet appareil
usage-history-reversed = --since { $since } est après --until { $until }. Échangez-les
usage-offline = `{ $command }` a besoin du serveur et ne s’utilise pas avec --offline
usage-offline-write = --offline : rien n’a été envoyé
usage-other-service = l’adresse n’est pas sous { $base }. La clé est réservée à ce serveur
usage-page-and-offset = `page` et `offset` ne se combinent pas : utilisez l’un des deux
usage-page-size = avec --paginate, `limit` est la taille d’une page : elle doit être d’au moins 1
usage-paginate-get = --paginate ne s’utilise qu’avec GET
usage-parameter-twice = `{ $name }` est donné plusieurs fois
usage-parts = --{ $option } : objet ou tableau attendu
usage-passphrase-no-prompt = la saisie d’une phrase secrète n’est pas possible ici : indiquez-la dans { $variable }
usage-passphrases-differ = les deux phrases secrètes sont différentes. Rien n’a été enregistré
usage-profile-name = `{ $name }` n’est pas un nom de profil valide : lettres, chiffres, `-`, `_` et `.`, 64 au plus, sans `.` en tête
usage-query-text = la requête du chemin n’est pas en UTF-8
usage-secret-empty = le secret est vide
usage-secret-file-empty = le fichier de secret { $file } est vide
usage-secret-file-lines = le fichier de secret { $file } a plus d’une ligne, ou des caractères de contrôle. Un secret est une ligne de texte
usage-secret-lines = le secret a plus d’une ligne, ou des caractères de contrôle. Un secret est une ligne de texte
usage-secret-no-prompt = la saisie du secret n’est pas possible ici : utilisez --secret-stdin ou ENCOURS_SECRET
usage-secret-variable = ENCOURS_SECRET est inutilisable : ce n’est pas du texte, ou seulement des fins de ligne. Définissez-la à nouveau, ou supprimez-la
usage-set = --set { $field }=… : « { $why } ». Un texte se met entre guillemets droits : --set {"\u0027"}{ $field }="texte"{"\u0027"}
usage-sign-in-route = le client s’authentifie automatiquement, avec son nonce et sa signature. Consultez `encours token`
usage-sort-field = --sort : les enregistrements n’ont pas de champ `{ $field }`
usage-standard-input = { $what } n’a pas pu être lu sur l’entrée standard : « { $why } »
usage-no-copy = copie { $copy } introuvable. Disponibles : { $known }
usage-as-of-deal = cet appareil ne connaissait pas le deal { $id } à cette date
usage-as-of-early = rien n’était encore connu le { $date }. Cet appareil observe le pipeline depuis le { $since }
usage-as-of-future = le { $date } est dans le futur. Indiquez une date passée
usage-as-of-nothing = cet appareil n’a encore rien observé. Lancez « encours sync »
usage-find-empty = Saisissez au moins un mot du nom.
usage-flow-late = rien n’a été observé depuis le { $date } : la dernière observation est du { $until }. Lancez « encours sync », ou indiquez une date antérieure
usage-followup-date = pas une date : « { $date } ». Exemples : 2026-12-12, 12/12, demain, lundi ou +3j
usage-followup-long = le texte dépasse 500 caractères. Raccourcissez-le, ou utilisez « encours notes add »
usage-followup-none = { $id } n’a pas de relance
usage-label-none = aucun de ces deals n’a l’étiquette « { $label } »
usage-label = pas une étiquette : « { $label } ». Elle a de 1 à { $max } caractères, sans virgule
usage-local-unknown = aucun deal chargé n’a l’identifiant { $id }. « encours sync » charge les nouveaux deals
usage-note-empty = la note est vide. « encours notes remove » en supprime une
usage-note-none = { $id } n’a pas de note privée
usage-note-time = { $id } n’a pas de note privée écrite à cet instant. « encours notes list » montre les dates
usage-settings = les réglages de { $file } ne peuvent pas être utilisés : « { $why } »
usage-unreadable = { $file } ne peut pas être lu : « { $why } »
usage-unwritable = { $file } ne peut pas être écrit (« { $why } »). Rien n’a été modifié
usage-unwritable-denied = { $file } ne peut pas être écrit : permission refusée. Rien n’a été modifié
usage-unwritable-full = { $file } ne peut pas être écrit : le disque est plein. Rien n’a été modifié
usage-unwritable-is-a-folder = { $file } ne peut pas être écrit : c’est un dossier. Rien n’a été modifié
usage-unwritable-limit = { $file } ne peut pas être écrit : le fichier dépasse la limite de taille (ulimit -f). Rien n’a été modifié
usage-unwritable-name = { $file } ne peut pas être écrit : ce nom n’y est pas autorisé. Rien n’a été modifié
usage-unwritable-no-folder = { $file } ne peut pas être écrit : son dossier n’existe pas. Rien n’a été modifié
usage-unwritable-not-a-folder = { $file } ne peut pas être écrit : une partie de son chemin n’est pas un dossier. Rien n’a été modifié
usage-unwritable-read-only = { $file } ne peut pas être écrit : l’emplacement est en lecture seule. Rien n’a été modifié
usage-value = { $name } ne peut pas être `{ $value }` : { $expected }
usage-variable = { $name } n’est pas valide. Valeurs possibles : { $expected }
usage-view-bound = une mise à jour ne peut pas modifier `{ $field }`, qui est lié à la vue enregistrée
usage-view-bytes = { $n } octets d’état ({ $most } au plus)
usage-view-columns = { $n } colonnes ({ $most } au plus)
usage-view-filter = `{ $key }` n’est pas un filtre d’une vue d’opérations. Disponibles : { $known }
usage-view-filters = { $n } clés de filtre ({ $most } au plus)
usage-view-name = le nom est vide
usage-view-order = `sort_order` doit être asc ou desc, et non { $order }
usage-view-sorts = { $n } clés de tri ({ $most } au plus)
usage-view-filters-shape = `filters` doit être un objet sans clé en double
usage-view-columns-shape = `columns` doit être un tableau de noms
usage-view-sort-shape = `sort` doit être un objet avec `sort_by` et `sort_order`, ou un tableau de ces objets
usage-whole-number = `{ $name }` doit être un nombre entier
usage-no-text = { $file } n’est pas un fichier texte : enregistrez un classeur en CSV, une page en texte
usage-workbook = un classeur ne peut pas contenir cela (« { $why } »). Rien n’a été écrit : essayez .csv
usage-write-behind = une modification antérieure du même enregistrement n’est pas encore confirmée : celle-ci sera envoyée ensuite
usage-write-conflict = l’enregistrement a changé sur le serveur depuis cette modification. Elle est enregistrée dans la file d’envoi : encours outbox list affiche les deux versions, encours outbox retry { $id } l’envoie quand même, encours outbox discard { $id } garde la version du serveur
usage-write-given-up = cette modification a été abandonnée dans une autre fenêtre d’Encours et n’a pas été appliquée
usage-write-gone = le deal a été supprimé sur le serveur. La modification est enregistrée dans la file d’envoi : encours outbox retry { $id } recrée le deal avec elle, sous un autre identifiant et sans ses notes, encours outbox discard { $id } l’abandonne
usage-write-elsewhere = une autre fenêtre d’Encours envoie la modification
usage-write-held = elle est enregistrée derrière la modification { $id } du même enregistrement, qui peut être annulée jusqu’à { $until } là où elle a été faite. encours outbox retry { $id } envoie celle-là maintenant
usage-write-held-over = elle est enregistrée derrière la modification { $id } du même enregistrement, pas encore envoyée à la fin de la dernière session : elle sera de nouveau annulable dans la prochaine. encours outbox retry { $id } envoie celle-là maintenant
usage-write-identity = elle a été faite en tant que { $who }, et sera envoyée quand vous reviendrez à cet utilisateur
usage-write-leaving = la modification { $id } est en cours d’envoi
usage-write-turn = une autre fenêtre d’Encours envoie des modifications, et enverra aussi celle-ci
usage-write-uncreated = son deal n’a pas encore été créé
usage-write-unsent = la modification n’a pas encore été envoyée. Elle est enregistrée et en attente
usage-write-untold = une autre fenêtre d’Encours a terminé cette modification sans en indiquer le résultat : rechargez l’enregistrement pour voir si elle a été appliquée
cli-man-choices = [au choix : { $values }]
cli-man-commands = COMMANDES
cli-man-default = [par défaut : { $value }]
cli-man-described = Aussi { $options }, décrites plus haut.
cli-man-description = DESCRIPTION
cli-man-globals = OPTIONS GÉNÉRALES
cli-man-keys = ACTIONS ET TOUCHES
cli-man-interrupt = Ctrl+C ferme un formulaire ouvert, et partout ailleurs quitte le plein écran. Ce raccourci reste actif quelles que soient les touches de « quit » dans config.toml, sauf si vous le donnez nommément à une autre action.
cli-man-more = CODE DE RETOUR
cli-man-name = NOM
cli-man-synopsis = SYNOPSIS
cli-man-settings = CONFIG.TOML
cli-man-settings-where = Les réglages et les touches sont dans config.toml, dans le dossier de configuration (--config-dir, ENCOURS_CONFIG_DIR). « encours doctor » indique où. Un nom inconnu est une erreur, signalée avec sa ligne.
setting-add = Entrée en ajoute
setting-detail = Valeurs : { $form }. Défaut : { $default }.
setting-explained = { $key } : { $effect }
setting-empty = Une valeur vide rétablit le défaut.
setting-later = Un changement s’applique au prochain démarrage.
setting-name-accent = Couleur d’accent
setting-name-as-user = Utilisateur délégué
setting-name-ascii = ASCII seulement
setting-name-base-url = Adresse du serveur
setting-name-credential-command = Commande du secret
setting-name-currency = Devise
setting-name-default-profile = Profil par défaut
setting-name-delegated-header = En-tête de l’utilisateur délégué
setting-name-extra-roots = Autorités de certification
setting-name-history-days = Jours d’historique
setting-name-key-id = Identifiant de clé
setting-name-keys = Touches
setting-name-lang = Langue
setting-name-linear = Mode lecteur d’écran
setting-name-me = Vos noms
setting-name-mouse = Souris
setting-name-notify = Notifications sur le bureau
setting-name-plain-spaces = Espaces ordinaires
setting-name-proxy = Proxy
setting-name-reason = Motif
setting-name-reason-required = Motif obligatoire
setting-name-ltv = LTV
setting-name-ltc = LTC
setting-name-debt-yield = Rendement de la dette
setting-name-dscr = DSCR
setting-name-icr = ICR
setting-name-include = Fichiers inclus
setting-name-pct-perte-estimee = Perte estimée
setting-name-risk-score-simple = Score de risque
setting-name-tolerance = Tolérances des contrôles
setting-name-order = Ordre des statuts
setting-name-probability = Probabilités d’aboutir
setting-name-working-days = Jours ouvrés
setting-name-reduced-motion = Animations réduites
setting-name-repeat = Répétition
setting-name-severity = Gravité
setting-name-when = Condition
setting-name-requires = Champs obligatoires
setting-name-theme = Thème
setting-name-lock-after = Verrouillage en cas d’inactivité
setting-table-settings = Général
setting-table-profiles = Profil { $name }
setting-table-pipeline = Pipeline
setting-table-entry = Passage à { $name }
setting-table-limits = Seuils
setting-table-rules = Règle { $name }
setting-origin-default = défaut
setting-origin-shared = fichier commun
setting-accent = couleur d’accent de la fenêtre : un nom ou #rrggbb. La clarté est ajustée pour le contraste. Ignorée en contraste élevé
setting-as-user = utilisateur délégué pour /users/me/… (ENCOURS_AS_USER)
setting-ascii = dessiner bordures et symboles du terminal en ASCII, quelle que soit sa locale (ENCOURS_ASCII=1 pour une exécution)
setting-base-url = adresse du serveur, qui se termine par /v1 (ENCOURS_BASE_URL)
setting-credential-command = commande qui affiche une réponse de jeton en JSON, ou le secret sur une ligne
setting-currency = devise de l’entité, que le serveur ne donne pas. Sans elle, les montants n’ont pas de devise
setting-default-profile = profil utilisé sans --profile
setting-default-header = celui du contrat
setting-default-lang = celle du système
setting-default-profile-name = « default », s’il existe
setting-delegated-header = en-tête de l’utilisateur délégué, si ce n’est pas celui du contrat
setting-extra-roots = fichiers PEM d’autorités de certification supplémentaires, relatifs au dossier de config.toml
setting-history-days = nombre de jours d’historique à conserver. 0 : sans limite
setting-key-id = identifiant public de la clé (ENCOURS_KEY_ID)
setting-keys = touches de chaque action, partout ou, sous le nom d’un écran, sur cet écran seulement
setting-lang = langue des libellés, des nombres et des dates (ENCOURS_LANG)
setting-linear = des lignes pour un lecteur d’écran au lieu de volets, dans le terminal (ENCOURS_LINEAR=1 pour une exécution)
setting-me = vos noms, pour responsable:moi
setting-mouse = activer la souris en plein écran
setting-lock-after = masquer le contenu après ce temps sans saisie, jusqu’à la phrase secrète ou au trousseau
setting-notify = afficher les nouvelles notifications sur le bureau quand la fenêtre est en arrière-plan
setting-plain-spaces = utiliser des espaces ordinaires à la place des fines du français, pour les terminaux qui les affichent mal
setting-proxy = proxy à utiliser au lieu de celui du système. Jamais vers cet appareil
setting-reason = demander pourquoi les deals entrent dans ce statut : true demande un texte libre, une liste propose ses motifs. Enregistré sur cet appareil, jamais envoyé
setting-reason-required = exiger un motif avant le déplacement
setting-ltv = vos seuils pour la LTV : la dernière valeur OK, puis la dernière en vigilance. Dans l’unité du serveur, ou en pourcentage entre guillemets
setting-ltc = de même pour la LTC
setting-debt-yield = de même pour le rendement de la dette, défavorable quand il est bas : le seuil le plus haut d’abord
setting-dscr = de même pour la couverture du service de la dette, le seuil le plus haut d’abord
setting-icr = de même pour la couverture des intérêts, le seuil le plus haut d’abord
setting-include = fichiers lus avant celui-ci, relatifs à lui
setting-pct-perte-estimee = de même pour la perte estimée
setting-risk-score-simple = de même pour le score de risque, sans valeur par défaut : [50, 70] si un score élevé est pire, [70, 50] si un score bas l’est
setting-tolerance = écart admis entre un indicateur et la valeur calculée avec les autres indicateurs du deal. Un écart plus grand est signalé
setting-order = les statuts dont les colonnes viennent d’abord, par code et dans cet ordre. Les autres suivent dans l’ordre habituel
setting-probability = vos probabilités d’aboutir, en pourcentage et par code de statut, pour pondérer le capital restant dû (le contrat n’en donne pas)
setting-working-days = compter l’ancienneté dans un statut en jours ouvrés : du lundi au vendredi, hors jours fériés français. Les filtres comme age>15j, le seuil des deals lents et les exports suivent
setting-reduced-motion = aucune animation, et une heure au lieu d’un décompte (ENCOURS_REDUCED_MOTION=1 pour une exécution)
setting-repeat = fréquence pour un même deal : once (une seule fois), each (chaque fois qu’il commence à correspondre) ou daily (chaque jour tant qu’il correspond)
setting-severity = gravité des notifications que la règle déclenche
setting-when = filtre auquel un deal doit correspondre, comme dans la ligne de filtre
setting-requires = champs à remplir avant qu’un deal entre dans ce statut : responsable est envoyé au serveur, les autres sont enregistrés sur cet appareil
setting-theme = couleurs du plein écran et de la fenêtre
setting-changed = { $key } a changé entre-temps dans le fichier, pour `{ $value }`. Rien n’a été écrit. Relisez, puis recommencez.
setting-form-count = un nombre entier de jours, 0 ou plus
setting-form-currency = un code ISO 4217 de trois majuscules, comme { $form }
setting-form-keys = des touches par action, comme { $form }
setting-form-limits = deux valeurs, la dernière OK puis la dernière en vigilance, comme { $form }
setting-form-percentages = des pourcentages de 0 à 100 par statut, comme { $form }
setting-form-reason = true, false ou une liste de textes
setting-form-text = un texte, comme { $form }
setting-form-texts = une liste de textes, comme { $form }
setting-form-tolerance = des écarts par indicateur, 0 ou plus, comme { $form }
setting-invalid = { $key } : « { $value } » n’est pas une valeur valable : { $why }. Attendu : { $form }
setting-malformed = Valeur non valable. Attendu : { $form }
setting-no-profile = aucun profil ne s’appelle { $name }. Profils : { $known }
setting-no-choice = Valeur non valable. Au choix : { $known }
setting-read-only = { $file } est en lecture seule. Rien n’a été écrit. Rendez le fichier modifiable, ou choisissez-en un autre avec --config-dir.
setting-structure = { $key } ne peut pas être écrit : le fichier a une autre structure à cet endroit. Modifiez-le dans un éditeur.
setting-unknown = Aucun réglage ne s’appelle { $key }. `encours config list` les énumère.
cli-wait-absurd = le serveur a demandé d’attendre plus d’un jour. Encours attend un jour au plus, puis réessaie
cli-wait-ours = le serveur n’a pas indiqué de durée d’attente. Celle-ci est fixée par Encours
cli-wait-asked = le serveur a demandé d’attendre avant la prochaine requête
cli-answer-page = la réponse est une page web. Elle vient d’un proxy ou d’une page de connexion, pas du serveur
cli-answer-empty = la réponse est vide
cli-answer-type = le type de contenu de la réponse est { $type }, et non application/json
cli-answer-status = la réponse a le statut { $status }, mais le contrat prévoit { $success }
cli-answer-redirect = les redirections ne sont pas suivies. Celle-ci mène à { $target }
list-does-not-advance = la liste n’avance pas : avant la fin, une page ne contenait rien de nouveau
list-does-not-end = la liste ne finit pas
shape-not-utf8 = le corps n’est pas du texte UTF-8
shape-not-json = le corps n’est pas du JSON
shape-too-deep = le corps est imbriqué trop profondément
shape-another = la réponse concerne un autre enregistrement : « { $field } » n’est pas celui demandé
shape-expected = attendu : { $kind ->
    [an-object] un objet
    [an-object-with-the-documented-fields] un objet avec les champs documentés
    [a-Postman-collection-or-an-OpenAPI-document] une collection Postman ou un document OpenAPI
    [an-array] un tableau
    [a-string] une chaîne
    [given-once] donné une seule fois
    [a-usable-ID] un identifiant utilisable
    [one-usable-ID] un identifiant utilisable, et un seul
    [a-number] un nombre
    [a-whole-number] un nombre entier
    [true-or-false] true ou false
    [an-object-of-whole-numbers] un objet de nombres entiers
    [an-object-or-an-array] un objet ou un tableau
    [visible-ASCII] en ASCII visible
    [at-most-16-KiB] de 16 Kio au plus
    [a-date-time] une date avec heure
   *[other] { $expected }
}
shape-field = le champ « { $field } » doit être { $kind ->
    [an-object] un objet
    [an-object-with-the-documented-fields] un objet avec les champs documentés
    [a-Postman-collection-or-an-OpenAPI-document] une collection Postman ou un document OpenAPI
    [an-array] un tableau
    [a-string] une chaîne
    [given-once] donné une seule fois
    [a-usable-ID] un identifiant utilisable
    [one-usable-ID] un identifiant utilisable, et un seul
    [a-number] un nombre
    [a-whole-number] un nombre entier
    [true-or-false] true ou false
    [an-object-of-whole-numbers] un objet de nombres entiers
    [an-object-or-an-array] un objet ou un tableau
    [visible-ASCII] en ASCII visible
    [at-most-16-KiB] de 16 Kio au plus
    [a-date-time] une date avec heure
   *[other] { $expected }
}
store-damaged = un fichier de ce profil est endommagé. Relancez Encours : il sera mis de côté, et son contenu récupéré ou rechargé
store-misplaced = { $file } contient des données de { $holds }. Rien n’a été modifié. Rétablissez les noms d’origine des fichiers
store-odd = { $file } est inutilisable ({ $why }). Rien n’a été modifié : déplacez-le
store-unread = les données de cet appareil n’ont pas pu être lues sur le disque ({ $why }). Rien n’a été modifié
store-newer = { $file } a été écrit par une version plus récente (format { $found }, celle-ci connaît { $known }). Rien n’a été modifié : réinstallez cette version
store-encryption-unsupported = les données de { $dir } sont chiffrées, et ce programme a été compilé sans chiffrement. Rien n’a été modifié : utilisez le programme du paquet, ou compilez-le avec --features encryption
store-encryption-key = les données de { $dir } sont chiffrées, et leur clé est introuvable. Rien n’a été modifié : restaurez le trousseau ou le fichier à phrase secrète depuis une sauvegarde, ou supprimez les données avec encours logout --purge
store-encryption-unread = les données de { $dir } sont chiffrées, et leur clé n’a pas pu être lue ({ $why }). Rien n’a été modifié
store-encryption-mark = les données de { $dir } sont chiffrées, et le fichier « encryption » y est absent ou endommagé. Rien n’a été modifié : restaurez ce fichier depuis une sauvegarde
store-encryption-in-use = les données de { $dir } sont utilisées. Rien n’a été modifié : fermez les autres fenêtres et commandes de ce profil
store-encryption-leftover = { $why } dans { $dir } resterait lisible. Rien n’a été modifié : déplacez-le, ou lancez encours purge --leftovers
store-encryption-copy = les données de { $dir } n’ont pas pu être copiées ({ $why }). Rien n’a été modifié : lancez encours doctor --repair, puis réessayez
store-not-a-directory = { $dir } n’est pas un dossier ordinaire. Déplacez-le, ou choisissez-en un autre avec --data-dir (ou ENCOURS_DATA_DIR)
store-not-ours = { $dir } appartient à un autre utilisateur de cet appareil. Choisissez un autre dossier avec --data-dir (ou ENCOURS_DATA_DIR)
store-closed = le dossier { $dir } est en lecture seule
store-full-here = le disque des données locales est plein. Libérez de la place
store-limited-here = un fichier de données locales a atteint la limite de taille (ulimit -f). Relevez la limite
store-limited = les fichiers de { $dir } ont atteint la limite de taille (ulimit -f)
store-full = le disque de { $dir } est plein
usage-store = les données locales ne peuvent pas être enregistrées : « { $why } ». Choisissez un autre dossier avec --data-dir (ou ENCOURS_DATA_DIR)
cli-not-kept = Les données chargées ne sont pas enregistrées pour --offline : { $why }
cli-doctor-not-asked = non essayée, les requêtes sont en pause
cli-doctor-pause = Pause
cli-doctor-pause-until = après un 429, aucune requête n’est envoyée avant le { $date }
cli-doctor-pause-do = Attendez jusque-là. Si le serveur répond déjà à d’autres : encours doctor --lift-pause. Une requête pendant une exclusion peut la prolonger.
cli-doctor-pause-lifted = levée, la prochaine requête montrera si le serveur répond
cli-doctor-layer = Fichier de l’organisation ou inclus
cli-doctor-no-file = { $file } n’existe pas. Options, environnement et valeurs par défaut s’appliquent
cli-doctor-not-there = { $place } n’existe pas
cli-doctor-store-do = Choisissez un dossier où vous pouvez écrire : --data-dir ou ENCOURS_DATA_DIR.
cli-logout-keyring = Le trousseau du système n’a pas répondu, il contient peut-être encore un secret : { $why }
cli-place-command = credential_command
cli-place-file = fichier à phrase secrète
cli-place-keyring = trousseau du système
cli-place-none = aucun
cli-place-unknown = inconnu (le trousseau ne répond pas)
value-type-text = texte
value-type-code = code
value-type-date = date
value-type-datetime = date et heure
value-type-decimal = décimal
value-type-integer = nombre entier
value-type-boolean = oui ou non
value-type-reference = référence
importance-required = obligatoire
importance-important = important
importance-optional = facultatif
field-source-manual = saisie
field-source-computed = calculée
field-source-taxonomy = taxonomie
field-source-kpi_snapshot = instantané financier
unit-fraction = fraction
unit-multiple = multiple
unit-points = points
origin-given = de la taxonomie
origin-met = d’un enregistrement
entity-type-societe_gestion = société de gestion
cli-field-unit = Unité
cli-field-created-at = Créé le
cli-field-updated-at = Modifié le
cli-field-status-since = Dans ce statut depuis
cli-field-read-at = Lue le
cli-field-own-severity = Gravité
cli-field-due = Échéance
cli-field-city = Ville
cli-field-legal-form = Forme juridique
cli-field-date = Date
cli-field-troubled = Opérations en retard ou en contentieux
cli-field-kyc-due = Dossiers KYC à revoir
cli-field-critical-alerts = Alertes critiques
cli-field-kyc = KYC valide
cli-field-isin = ISIN
cli-field-vintage = Millésime
cli-field-currency = Devise
cli-field-code = Code
cli-field-label-en = Libellé anglais
cli-field-rank = Rang
cli-field-operator = Opérateur
cli-field-spv = SPV
cli-field-type = Type
cli-field-layout = Disposition
cli-field-query = Filtre
cli-rule-matches = Trouvés
cli-rule-repeat = Répétition
cli-rule-notify = Avis
cli-field-pinned = Épinglée
cli-mode-none = pas de liste
cli-not-asked = non vérifiée
cli-discarded = Abandonné
cli-secret-removed = Secret retiré
cli-purged-field = Profil supprimé
cli-encrypted-field = Chiffré
cli-net-name = le nom d’hôte est introuvable : « { $why } »
cli-net-proxy = le proxy { $proxy }, défini dans { $from }, est injoignable : « { $why } »
cli-net-proxy-refuses = le proxy { $proxy }, défini dans { $from }, ne donne pas accès au serveur : « { $why } »
cli-net-proxy-sign-in = le proxy { $proxy } exige un nom et un mot de passe valides : corrigez-les dans { $from }
cli-net-proxy-silent = pas de réponse à temps par le proxy { $proxy }, défini dans { $from }
cli-output-lost = l’écriture sur la sortie standard a échoué : « { $why } »
cli-net-tls-certificate = la connexion n’est pas sûre : le certificat du serveur ne peut pas être vérifié. Il est peut-être auto-signé
cli-net-tls-client = la connexion n’est pas sûre : le serveur demande un certificat client, ou refuse celui qu’il a reçu
cli-net-tls-expired = la connexion n’est pas sûre : le certificat du serveur a expiré. Il doit être renouvelé, sauf si l’horloge de cet appareil est fausse
cli-net-tls-garbled = la connexion n’est pas sûre : les données reçues sont altérées, peut-être en chemin
cli-net-tls-host = la connexion n’est pas sûre : le certificat est pour { $names } et non pour cet hôte. Vérifiez l’adresse du serveur
cli-net-tls-issuer = la connexion n’est pas sûre : cet appareil ne connaît pas l’autorité qui a signé le certificat du serveur. Ajoutez la vôtre à extra_roots dans le profil
cli-net-tls-name = la connexion n’est pas sûre : le serveur ne reconnaît pas ce nom d’hôte. Vérifiez l’adresse du serveur
cli-net-tls-no-host = la connexion n’est pas sûre : le certificat n’est pas pour cet hôte. Vérifiez l’adresse du serveur
cli-net-tls-none = la connexion n’est pas sûre : le serveur n’a présenté aucun certificat
cli-net-tls-not-yet = la connexion n’est pas sûre : le certificat du serveur n’est pas encore valide. Vérifiez l’horloge de cet appareil
cli-net-tls-other = la connexion n’est pas sûre : TLS n’a pas pu être établi
cli-net-tls-ended = la connexion n’est pas sûre : elle a été fermée avant TLS, que le serveur ne prend peut-être pas en charge. Vérifiez le port dans l’adresse du serveur
cli-net-tls-plain = la connexion n’est pas sûre : le serveur n’a pas répondu en TLS. Vérifiez le port dans l’adresse du serveur
cli-net-tls-purpose = la connexion n’est pas sûre : ce certificat n’est pas un certificat de serveur et doit être remplacé
cli-net-tls-revoked = la connexion n’est pas sûre : le certificat du serveur a été révoqué. Signalez-le au support
cli-net-tls-versions = la connexion n’est pas sûre : le serveur ne prend en charge aucune version ni aucun chiffrement TLS sûrs
cli-net-ended = la connexion s’est terminée avant la fin de la réponse : « { $why } »
cli-net-silent = pas de réponse à temps : « { $why } »
cli-net-withheld = aucune requête n’a été envoyée : option --offline active
cli-net-no-way = réseau inaccessible
cli-net-refused = connexion refusée à cette adresse
cli-net-reset = la connexion a été coupée avant la fin de la réponse
cli-net-none = pas de connexion : « { $why } »
first-start = Bienvenue. Aucun serveur n’est configuré sur cet appareil.
first-start-again = Tapez 1, 2 ou 3, puis Entrée.
first-start-demo = 1  démo : découvrir avec des données d’exemple
first-start-leave = 3  quitter
first-start-login = 2  login : enregistrer une clé et l’utiliser

## Export et évolution

action-export = Exporter
    .also = CSV, Excel, tableur, classeur, JSON, PDF, PNG, imprimer, rapport, télécharger, fichier, impression, sauvegarder, enregistrer sous, extraire, XLSX, image, sortie
    .about = { palette-words-deal }, liste, tableau, données, portefeuille, format, feuille
action-export-why = Enregistrer ce qui est affiché dans un fichier.
button-open = Ouvrir
button-open-folder = Ouvrir le dossier
button-browse = Parcourir…
button-export = Exporter
concentration = plus grande part { $share }, concentration (HHI) { $value }
concentration-why = Part du code le plus fréquent dans le total, et indice de Herfindahl-Hirschman : la somme des carrés des parts, de 0 (dispersé) à 1 (un seul code)
drill-operations = Voir ces opérations dans l’explorateur
export-csv = CSV, point décimal
export-csv-spreadsheet = CSV pour tableur (BOM, séparateurs de la langue)
export-json = JSON, chiffres exacts
export-pdf = Rapport d’une page (.pdf)
export-pack-pdf = PDF (.pdf)
export-html = Page HTML (.html)
export-md = Markdown (.md)
export-png = Image des graphiques (.png)
export-xlsx = Classeur Excel (.xlsx)
field-export-form = Format
field-export-path = Fichier
form-export-deals-title = Exporter les deals affichés
form-export-drawn-note = Ce qui est affiché à l’écran, avec la même mise en page et les mêmes arrondis.
form-export-whole-note = Toutes les données chargées ici. Les nombres ne sont pas arrondis.
form-export-deals-note = Filtre et ordre de l’écran, colonnes du tableau. Les nombres ne sont pas arrondis.
form-export-note = Filtre, ordre et colonnes de l’écran. Les nombres ne sont pas arrondis.
form-export-portfolio-title = Exporter le portefeuille
form-export-sheet-title = Exporter la feuille
form-export-flow-title = Exporter le flux
form-export-flow-note = Toutes les parties, comme à l’écran. Pour des programmes : encours flow.
form-export-records-note = Les lignes qui correspondent au filtre, avec tous les champs reçus. Les nombres ne sont pas arrondis.
form-export-records-title = Exporter les enregistrements affichés
form-export-selected-note = Tous les deals sélectionnés, même masqués par le filtre, avec les colonnes du tableau. Les nombres ne sont pas arrondis.
form-export-selected-title = Exporter les deals sélectionnés
form-export-tasks-title = Exporter les tâches
form-path-empty = Saisissez le chemin du fichier.
form-path-denied = Écriture non autorisée dans ce dossier.
form-path-full = Le disque est plein.
form-path-is-a-folder = Ce chemin est un dossier. Ajoutez un nom de fichier.
form-path-ending = Cet export n’écrit que des fichiers { $endings }. Changez l’extension du fichier.
form-path-name = Ce nom de fichier n’est pas autorisé ici.
form-path-no-folder = Ce dossier n’existe pas.
form-path-not-a-folder = Une partie de ce chemin est un fichier, pas un dossier.
form-path-read-only = Cet emplacement est en lecture seule.
form-path-taken = Ce fichier existe déjà. Confirmez à nouveau pour le remplacer.
portfolio-head-note-currency = totaux du serveur, ressources supprimées exclues, devise définie sur cet appareil
reason-no-export = non disponible ici, utilisez encours export
keys-clash = la touche `{ $key }` est affectée à deux actions, `{ $first }` et `{ $second }`. Affectez une autre touche à l’une des deux.
keys-no-action = l’action `{ $name }` n’existe pas. Les actions sont listées dans le manuel (encours man, ACTIONS ET TOUCHES) et dans l’aide de l’application (`?`, puis `/`).
keys-no-action-near = l’action `{ $name }` n’existe pas. Vouliez-vous dire : { $near } ? Toutes les actions sont listées dans le manuel (encours man, ACTIONS ET TOUCHES) et dans l’aide de l’application (`?`, puis `/`).
keys-no-key = `{ $action }` : `{ $key }` n’est pas une touche. Utilisez `x`, `X`, `ctrl-x`, `shift-left`, `space`, `enter` ou `f1`.
keys-no-place = l’écran `{ $name }` n’existe pas. Écrans connus : { $known }.
keys-not-there = `{ $action }` n’est pas disponible dans `{ $place }`.
series-all = Tout afficher
series-hidden = masqué
series-hidden-short = masqué
series-hide = Masquer dans le graphique · Alt+clic : n’afficher que cette série
series-key = { $name } sur le graphique
series-left-out = { $more ->
    [0] Masqués : { $names }
    [one] Masqués : { $names } et { $more } autre
   *[other] Masqués : { $names } et { $more } autres
}
series-show = Afficher dans le graphique · Alt+clic : n’afficher que cette série
show-charts = Voir en graphique
show-tables = Voir en tableau
table-date = Date
table-sum = Somme
toast-export-failed = Échec de l’export : { $why }
total-unchanged = inchangé
trend-empty = Pas encore d’historique. Il commence à la première synchronisation.
trend-month = { $change } depuis le { $date }
trend-month-from = évolution mensuelle à partir du { $date }
trend-month-how = L’historique est enregistré sur cet appareil, à partir de la première synchronisation. Chaque synchronisation l’enrichit, dans Encours ou avec encours sync.
trend-month-same = inchangé depuis le { $date }
trend-note = relevés locaux { $since }, axe à partir de { $from }
trend-note-once = { $since } (cet appareil), axe à partir de { $from }
trend-note-once-table = { $since } (cet appareil)
trend-note-table = relevés locaux { $since }
trend-spoken = { $label } – { $last }, { $change } { $since }
trend-spoken-once = { $label } – { $last }, { $since }
trend-spoken-same = { $label } – { $last }, inchangé { $since }
trend-statuses = Statuts
trend-statuses-spoken = Deals par statut { $since } : { $lines }
trend-title = Évolution
    .also = tendance, courbe, série, comparer, mois dernier
toast-open-failed = enregistré, mais impossible à ouvrir : { $why }
toast-exported = { $n ->
    [0] enregistré dans { $folder }
    [one] enregistré dans { $folder }, { $n } ligne
   *[other] enregistré dans { $folder }, { $n } lignes
}

## Fenêtre et bureau

delete-final = Annulable avec { $key } pendant { $s } s, puis définitif.
delete-go = Supprimer
delete-keep = Garder
delete-title = Supprimer ce deal ?
hint-keep = garder
hint-keep-deal = garder le deal
hint-stay = rester
leave-conflicts = { $n ->
    [one] { $n } conflit attend votre décision et reste sur cet appareil.
   *[other] { $n } conflits attendent votre décision et restent sur cet appareil.
}
leave-title-conflicts = { $n ->
    [one] Quitter avec { $n } conflit non résolu ?
   *[other] Quitter avec { $n } conflits non résolus ?
}
leave-what-conflicts = Rien n’est envoyé avant votre décision. Tout est enregistré sur cet appareil et affiché au prochain lancement.
leave-plan = { $n ->
    [one] La modification prévue de { $n } deal n’est pas appliquée et sera perdue.
   *[other] La modification prévue de { $n } deals n’est pas appliquée et sera perdue.
}
leave-title-plan = { $n ->
    [one] Quitter sans appliquer la modification de { $n } deal ?
   *[other] Quitter sans appliquer la modification de { $n } deals ?
}
leave-what-plan = Elle n’est pas enregistrée. Restez pour l’appliquer ou la fermer.
leave-forget = Abandonner et quitter
leave-keep = Garder et quitter
leave-send = Envoyer et quitter
leave-what = Envoyez maintenant (définitif) ou gardez pour la prochaine fois.
leave-what-waiting = Enregistré sur cet appareil. Envoi après le prochain lancement, dès que le serveur répond.
leave-what-both = Envoyez maintenant (définitif) ou gardez pour la prochaine fois. Ce qui est en attente est enregistré sur cet appareil et envoyé après le prochain lancement, dès que le serveur répond.
leave-what-both-unsent = Aucun envoi possible pour l’instant. Tout est enregistré sur cet appareil. Au prochain lancement, vous pourrez encore annuler avant l’envoi.
leave-what-unsent = Aucun envoi possible pour l’instant. Enregistré sur cet appareil, et encore annulable au prochain lancement.
leave-title-both = { $n ->
    [one] Quitter avec { $n } modification non envoyée
   *[other] Quitter avec { $n } modifications non envoyées
} et { $waiting } en attente ?
leave-title-waiting = { $n ->
    [one] Quitter avec { $n } modification en attente ?
   *[other] Quitter avec { $n } modifications en attente ?
}
leave-title = { $n ->
    [one] Quitter avec { $n } modification non envoyée ?
   *[other] Quitter avec { $n } modifications non envoyées ?
}
left-waiting = { $n ->
    [one] { $n } modification non envoyée dans la file d’envoi
   *[other] { $n } modifications non envoyées dans la file d’envoi
}
left-conflicts = { $n ->
    [one] { $n } conflit à résoudre
   *[other] { $n } conflits à résoudre
}
left-refused = { $n ->
    [one] { $n } modification refusée à revoir
   *[other] { $n } modifications refusées à revoir
}
left-and = { ", " }
left-see = { $what } : encours outbox list
toast-sent-since-opened = { $n ->
    [one] { $n } modification en attente envoyée
   *[other] { $n } modifications en attente envoyées
}
toast-held-again = { $n ->
    [one] { $n } modification non envoyée rétablie
   *[other] { $n } modifications non envoyées rétablies
}
toast-held-again-deletion = suppression de la dernière session en attente{ $others ->
    [0] {""}
    [one] {" "}(et { $others } autre modification)
   *[other] {" "}(et { $others } autres modifications)
}
toast-held-again-deletions = { $deletions ->
    [one] { $n } modifications non envoyées de la dernière session, dont { $deletions } suppression
   *[other] { $n } modifications non envoyées de la dernière session, dont { $deletions } suppressions
}
kept-deletions-keep = { $n ->
    [one] Garder le deal
   *[other] Garder les deals
}
kept-deletions-title = { $n ->
    [one] Confirmer { $n } suppression de la dernière session ?
   *[other] Confirmer { $n } suppressions de la dernière session ?
}
kept-deletions-what = Rien n’a encore été envoyé. Si vous confirmez, vous avez { $s } s pour annuler, puis c’est définitif.
leave-demo = La démo n’enregistre rien quand elle se ferme.
leave-stay = Rester
report-made = Établi le { $at }, totaux chargés le { $read }
report-made-unread = Établi le { $at }, aucun total chargé
passphrase-advised = 12 caractères ou plus, par exemple quatre mots sans lien.
passphrase-fair = Correcte. Un mot de plus la rend forte.
passphrase-strong = Forte.
passphrase-weak = Faible. Utilisez plusieurs mots.
sign-in-base-url = Adresse du serveur, terminée par /v1
sign-in-do = Votre administrateur vous donne l’adresse et la clé. Le secret est enregistré uniquement dans le trousseau de cet appareil ou, à défaut, dans un fichier protégé par une phrase secrète.
sign-in-do-no-keyring = Votre administrateur vous donne l’adresse et la clé. Cet appareil n’a pas de trousseau : le secret est enregistré uniquement dans un fichier protégé par une phrase secrète.
sign-in-go = Se connecter
sign-in-incomplete = remplissez tous les champs
sign-in-hide = Masquer
sign-in-kept-file = Fichier
sign-in-kept-key = Clé
sign-in-kept-read = { $file } : trouvé, verrouillé
sign-in-kept-service = Serveur
sign-in-kept-unread = { $file } : illisible
sign-in-key-id = Identifiant public de la clé
sign-in-show = Afficher
sign-in-new-passphrase = Phrase secrète, si cet appareil n’a pas de trousseau (facultatif)
sign-in-needed-passphrase = Phrase secrète, pour enregistrer la clé sur cet appareil
sign-in-encrypt = Chiffrer les données sur cet appareil
locked-title = Encours est verrouillé
locked-passphrase = Phrase secrète
locked-passphrase-do = Saisissez la phrase secrète de la clé, puis appuyez sur Entrée. La synchronisation continue.
locked-enter-do = Appuyez sur Entrée pour ouvrir. La synchronisation continue.
locked-checking = Vérification…
locked-open = Ouvrir
locked-quit = Ctrl+C quitte
sign-in-passphrase = Phrase secrète
sign-in-secret = Secret de la clé, collé une seule fois
sign-in-title = Se connecter au serveur
sign-out-title = Se déconnecter de { $who } ?
sign-out-note = Le secret est supprimé de cet appareil. Les données chargées et les modifications en attente y restent. Celles-ci seront envoyées à votre prochaine connexion avec cette clé.
sign-out-go = Se déconnecter
signed-out-what = Vous êtes déconnecté.
signed-out-do = Le secret a été supprimé de cet appareil. Les données chargées et les modifications en attente restent disponibles.
sign-in-unlock = Déverrouiller la clé enregistrée sur cet appareil
start-use-key = Saisir la clé à nouveau…
start-passphrase-do = Saisissez-la. Elle n’est pas enregistrée.
start-passphrase-what = Le secret de cette clé est protégé par une phrase secrète.
toast-no-dialog = pas de sélecteur de fichiers sur ce bureau, saisissez le chemin
notices-due = Relance à faire : { $name }
notices-due-many = { $n } relances à faire
notices-due-text = Relance à faire : { $name } – { $text }
notices-many = { $n ->
    [one] { $n } nouvelle notification
   *[other] { $n } nouvelles notifications
}
sign-in-invalid-address-do = Rien n’a été envoyé. Corrigez l’adresse : elle commence par https:// et finit par /v1.
sign-in-invalid-address-what = Cette adresse n’est pas valide.
sign-in-invalid-both-do = Rien n’a été envoyé. Corrigez l’adresse : elle commence par https:// et finit par /v1. Collez à nouveau le secret, sur une seule ligne et sans rien d’autre.
sign-in-invalid-both-what = Ni l’adresse ni le secret ne sont valides.
sign-in-error-response-do = La clé a été envoyée, mais rien n’a été enregistré sur cet appareil. Vérifiez l’adresse. Si elle est correcte, réessayez ou transmettez le message ci-dessous à votre administrateur.
sign-in-error-response-what = Une réponse est venue de cette adresse, mais la connexion a échoué.
sign-in-no-keyring-do = Rien n’a été envoyé. Saisissez ci-dessous une phrase secrète pour protéger le secret.
sign-in-no-keyring-what = Cet appareil n’a pas de trousseau pour enregistrer le secret.
sign-in-invalid-secret-do = Rien n’a été envoyé. Collez à nouveau le secret, sur une seule ligne et sans rien d’autre.
sign-in-invalid-secret-what = Ce secret n’est pas valide.
sign-in-not-stored-do = Le serveur a accepté la clé, et rien n’y a été modifié. Saisissez ci-dessous une phrase secrète, ou libérez l’emplacement indiqué plus bas, puis reconnectez-vous.
sign-in-not-stored-what = Le secret n’a pas pu être enregistré sur cet appareil.
sign-in-key-rejected-do = Rien n’a été enregistré sur cet appareil. Corrigez l’identifiant ou le secret.
sign-in-key-rejected-what = Le serveur a refusé cette clé.
sign-in-no-response-do = Rien n’a été enregistré sur cet appareil. Vérifiez l’adresse et le réseau, puis reconnectez-vous.
sign-in-no-response-what = Aucun serveur n’a répondu à cette adresse.
sign-in-wrong-passphrase-do = Rien n’a été envoyé. Saisissez à nouveau la phrase secrète.
sign-in-wrong-passphrase-what = Cette phrase secrète ne déverrouille pas la clé enregistrée sur cet appareil.
error-no-secret-do = Enregistrez-le avec encours login dans un autre terminal, puis actualisez. Ou relancez Encours avec ENCOURS_SECRET, ou avec un credential_command dans ce profil de config.toml.
error-no-secret-kept = Le serveur n’a pas été contacté.
error-no-secret-kept-read = Le serveur n’a pas été contacté. Les données chargées restent consultables, et vos modifications sont enregistrées sur cet appareil.
error-no-secret-what = Aucun secret utilisable pour cette clé.
error-no-user-do = Choisissez-en un avec « Changer d’utilisateur… » dans la palette. Ou démarrez Encours avec --as-user, ou définissez as_user dans ce profil de config.toml.
error-no-user-kept = Le serveur n’a pas été contacté.
error-no-user-what = Ces listes sont propres à un utilisateur, et aucun n’est sélectionné.
error-not-asked-do = Corrigez la requête.
error-not-asked-kept = Rien n’a été envoyé.
error-not-asked-what = Cette requête n’est pas valide.
foot-mean-short = moy.
number-outside = { $name } est hors de la plage du serveur : affiché tel que reçu, exclu des moyennes
action-select-down = Étendre la sélection vers le bas
action-select-up = Étendre la sélection vers le haut
form-export-requests-title = Exporter les dernières requêtes de cet appareil
form-export-changes-note = Tous les changements qui correspondent au filtre de la liste, même repliés.
form-export-changes-title = Exporter les changements depuis votre dernière visite
form-export-checks-title = Exporter les contrôles
form-export-compare-title = Exporter la comparaison
form-export-writes-title = Exporter les dernières modifications de cet appareil
action-select-down-why = Ajouter la ligne du dessous à la plage.
action-select-up-why = Ajouter la ligne du dessus à la plage.

# Tri du kanban, déplacement des cartes au clavier, plages de cellules, couloirs et exports.
slowness-slow = Lent
slowness-stuck = Bloqué
stale-line = { $slowness } : { $said } ({ $how })
stale-limit = { $slowness } : plus de { $limit } dans ce statut
stale-compared = plus que { $share } des { $n } deals de ce statut dont l’ancienneté est connue
stale-bounds = ({ $n ->
    [one] { $n } autre avec une ancienneté minimale
   *[other] { $n } autres avec une ancienneté minimale
})
stale-history = historique depuis le { $date }
swimlane-slow = { $n ->
    [one] { $n } lent ou bloqué
   *[other] { $n } lents ou bloqués
}
bulk-lane-title = Déplacer vers { $status }, attribuer à { $owner }
toast-moving-back = retour en cours, pas encore confirmé
toast-moved-back-many = { $n ->
    [one] { $n } deal remis à sa place, ancienneté remise à zéro
   *[other] { $n } deals remis à leur place, ancienneté remise à zéro
}
toast-would-undo = déjà envoyé. Appuyez encore sur { $key } pour annuler
toast-would-undo-many = { $n ->
    [one] { $n } modification déjà envoyée. Appuyez encore sur { $key } pour l’annuler
   *[other] { $n } modifications déjà envoyées. Appuyez encore sur { $key } pour les annuler
}
toast-would-move-back = déjà déplacé. Appuyez encore sur { $key } pour annuler (l’ancienneté repart de zéro)
toast-would-move-back-many = { $n ->
    [one] { $n } deal déjà déplacé. Appuyez encore sur { $key } pour annuler (l’ancienneté repart de zéro)
   *[other] { $n } deals déjà déplacés. Appuyez encore sur { $key } pour annuler (l’ancienneté repart de zéro)
}
toast-moved-back = remis à sa place, ancienneté remise à zéro
export-age-days = Ancienneté (jours)
export-age-working-days = Ancienneté (jours ouvrés)
export-age-bound = L’ancienneté est un minimum
export-after = Après
export-answer = Statut HTTP
export-before = Avant
export-fault = Erreur
export-file-past = etat-au-
export-file-sheet = feuille
export-file-deals = deals
export-file-records = enregistrements
export-file-selected = deals sélection
export-file-changes = changements
export-file-writes = journal
export-named = { $name } : { $value }
export-subject = Objet
export-took = Durée (ms)
export-sheet-deals = Deals
export-total = Total
export-value = Valeur
export-code = Code
export-series = Série
export-at = Relevé le
export-every-change = Complet jusqu’au point suivant
export-share = Part
export-largest-share = plus grande part
export-hhi = concentration (HHI)
export-field = Champ
export-note = Remarque
foot-cells = { $n ->
    [one] { $n } cellule ({ $rows } × { $columns })
   *[other] { $n } cellules ({ $rows } × { $columns })
}
action-grab = Prendre la carte
    .also = glisser, attraper, déposer
    .about = { palette-words-deal }
action-grab-why = Prendre la carte. Les flèches la déplacent vers une autre colonne ou un autre couloir, Entrée la pose, Échap annule.
action-turn-order = Trier les cartes par le champ suivant
    .also = tri, ordre, classer, ordonner, ranger
    .about = { palette-words-deal }
action-turn-order-why = Ancienneté, nom, responsable, classe d’actif, indicateur affiché, capital restant dû.
action-reverse-order = Inverser le tri des cartes
    .also = inverser le tri, ordre inverse, croissant, décroissant
    .about = { palette-words-deal }
action-reverse-order-why = Trier par le même champ, en sens inverse.
action-select-left = Étendre la sélection à gauche
action-select-left-why = Ajouter la colonne de gauche à la plage.
action-select-right = Étendre la sélection à droite
action-select-right-why = Ajouter la colonne de droite à la plage.
grab-put-back = { $name }, déplacement annulé
heard-undo = { $key } pour annuler
grab-said = { $name }, carte prise : { $change }. Les flèches déplacent, { $drop } pose, { $back } annule.
grab-said-short = { $change } · { $drop } pose, { $back } annule
grab-said-keys = Flèches, { $drop } pose, { $back } annule
grab-place = { $n ->
    [one] { $status }, place { $place } sur { $total }
   *[other] { $status }, places { $place } sur { $total }
}
grab-place-lane = { $n ->
    [one] { $status }, { $lane } : place { $place } sur { $total }
   *[other] { $status }, { $lane } : places { $place } sur { $total }
}
drag-class = La classe d’actif ne se modifie pas ici. Le deal reste en { $class }
drag-lands = { $n ->
    [one] arrive en { $place } sur { $total }
   *[other] arrivent en { $place } sur { $total }
}
bulk-apply = Appliquer à { $n ->
    [one] { $n } deal
   *[other] { $n } deals
}
bulk-apply-deletion = Supprimer { $n ->
    [one] { $n } deal
   *[other] { $n } deals
}

## Utilisateurs délégués

acting-for = en tant que { $user }
acting-key = la clé seule
acting-key-short = la clé
button-act-for = Changer d’utilisateur
acting-refused = { $user }, refusé
acting-turning = en tant que { $user }, ouverture de { $next }…
acting-unknown = { $user }, inconnu
empty-no-user = Cette liste est propre à un utilisateur. Aucun n’est sélectionné.
field-setting = Valeur
field-user = Identifiant de l’utilisateur
form-user-blank = L’identifiant commence ou finit par une espace.
form-user-control = L’identifiant contient un caractère qui ne peut pas être envoyé.
form-user-empty = Saisissez l’identifiant d’un utilisateur.
form-user-long = L’identifiant dépasse 255 caractères.
form-user-note = Rien n’est encore envoyé. Le serveur vérifiera que l’utilisateur existe et que cette clé peut agir en son nom.
form-user-title = Autre utilisateur
form-user-unknown = Aucun utilisateur connu n’a cet identifiant. Confirmez à nouveau pour l’utiliser quand même.
leave-queue-stay = Rester avec { $user }
leave-queue-stays = { $n ->
    [one] Elle ne sera envoyée
   *[other] Elles ne seront envoyées
} que lorsque vous reviendrez à { $user }.
leave-queue-title = { $n ->
    [one] Changer d’utilisateur avec { $n } modification non envoyée ?
   *[other] Changer d’utilisateur avec { $n } modifications non envoyées ?
}
leave-queue-turn = { $n ->
    [one] La laisser
   *[other] Les laisser
} et passer à { $next }
reason-store-opening = changement d’utilisateur en cours
reason-session-loading = chargement en cours
toast-acts-already = Utilisateur déjà actif : { $user }
toast-acts-for = Utilisateur actif : { $user }
toast-acts-for-left = Utilisateur actif : { $user }. { $n ->
    [one] { $n } modification non envoyée reste
   *[other] { $n } modifications non envoyées restent
} avec { $before }
toast-turn-failed = Impossible de passer à { $user }, toujours avec { $now } : { $why }
toast-turn-window = { $user } est déjà ouvert dans une autre fenêtre, mise au premier plan. Celle-ci reste avec { $now }
toast-user-unknown = L’utilisateur { $user } n’existe pas sur le serveur. Vérifiez l’identifiant ou choisissez un autre utilisateur
users-apart = Vues, préférences et modifications en attente sont propres à chaque utilisateur. Les deals sont communs.
users-named = configuré
users-now = actuel
users-other = Autre utilisateur…
users-title = Changer d’utilisateur
users-refused = refusé par le serveur
users-unknown = inconnu du serveur
users-waiting = { $n ->
    [0] aucune modification en attente
    [one] { $n } modification en attente
   *[other] { $n } modifications en attente
}
toast-sort-replaced = { $n } colonnes de tri au plus, tri par { $column } retiré

## Flow

flow-active = Dans le pipeline
flow-advanced = Avancées
flow-age = Ancienneté (j)
flow-already-there = Séjours commencés avant la période ou la première observation : { $n } sur { $total }. Leur fin compte ; les durées se mesurent sans eux.
flow-at-least-p50 = Au moins (50 %)
flow-at-least-p85 = Au moins (85 %)
flow-bounds = Bornes (j)
flow-by-class = par classe
flow-by-none = tous les deals
flow-by-owner = par responsable
flow-conversion = Conversion
flow-coverage = { $n ->
    [one] { $n } mouvement observé
   *[other] { $n } mouvements observés
} depuis le { $date }, dont { $exact } à une heure exacte.
flow-created = Nouveaux
flow-cycle-times = Délais
flow-cycles = { $n ->
    [one] { $n } deal
   *[other] { $n } deals
} de la création au closing : la moitié en { $p50 } jours, 85 % en { $p85 }, 95 % en { $p95 }.
flow-cycles-excluded = { $n ->
    [one] { $n } deal est exclu : il existait
   *[other] { $n } deals sont exclus : ils existaient
} avant la première observation.
flow-days = Jours
flow-deals = Deals
flow-deals-by-status = En fin de semaine
flow-deleted = Suppressions
flow-empty = Rien n’a encore été observé sur cette période. Les chiffres viennent des mouvements qu’Encours observe sur cet appareil.
flow-few = ~ Moins de { $n } observations : trop peu pour s’y fier.
flow-finished = Closing
flow-forecast = Closings atteints par 50 % et 85 % des tirages sur { $n ->
    [one] { $n } semaine complète
   *[other] { $n } semaines complètes
}. Essais : la même prévision à des semaines passées, et combien de fois elle a tenu.
flow-forecast-none = Pas de prévision : { $n ->
    [one] { $n } semaine complète observée
   *[other] { $n } semaines complètes observées
}, il en faut au moins { $min }.
flow-forecasts = Prévision
flow-from = De
flow-leads-to-next = Ouvrez une ligne pour voir les deals actuellement dans son statut suivant.
flow-leads-to-status = Ouvrez une ligne pour voir les deals actuellement dans son statut.
flow-loading = Calcul des mouvements…
flow-loss = ▲ Perte principale : { $status }, { $few }{ $n } des { $total } deals perdus ou supprimés.
flow-loss-mark = ▲ Perte principale du groupe.
flow-losses = ▲ Pertes principales : { $status }, { $few }{ $n } des { $total } deals perdus ou supprimés pour chacun.
flow-lost = Pertes
flow-median = Médiane (j)
flow-met-p50 = Atteints (50 %)
flow-met-p85 = Atteints (85 %)
flow-moved-back = Reculs
flow-moves = Mouvements
flow-of = { $value } sur { $n }
flow-open = Deals ouverts
flow-over = Au-delà de 85 %
flow-p85 = 85 % en (j)
flow-present-only = Le flux ne montre que le présent. Revenez au présent pour le voir.
flow-paused = Pauses
flow-period-all = Tout
flow-period-quarter = 3 mois
flow-period-year = 12 mois
flow-share = Part
flow-shown = { $shown } affichés sur { $n }.
flow-statuses = Entonnoir
flow-stays = Séjours
flow-still-there = Encore là
flow-tests = Essais
flow-to = Vers
flow-week = Semaine du
flow-weeks = Semaines
flow-won = Gagnés
flow-won-lost = Gagnés : { $won }. Perdus : { $lost }.
