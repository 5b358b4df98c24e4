# L'aide de la ligne de commande en français. L'aide anglaise est à côté des arguments qu'elle décrit
# (tui/src/cli/args) ; un test parcourt les commandes et leurs arguments et refuse ce qui manque ici.
#
# Un message par commande, son chemin en un mot ; `.long` est son texte sous --help, `.after` ce qui suit.
# `.arg-NOM` décrit un argument, `.arg-NOM-long` sous --help. `choice-…` est une valeur possible, `value-…` un mot
# de ce qu'une option attend.

help-commands = Commandes
help-options = Options
help-arguments = Arguments
help-usage = Utilisation
help-command = COMMANDE
help-flag = Afficher l’aide
help-flag-more = Afficher l’aide (--help en dit plus)
help-version = Afficher la version
help-default = [par défaut : { $value }]
help-choices = [valeurs possibles : { $values }]
help-choices-long = Valeurs possibles :

## Mots de ce qu'une option attend

value-class = CLASSE
value-csv = CSV
value-copy = COPIE
value-date = DATE
value-desc = DESC
value-dir = RÉPERTOIRE
value-field = CHAMP
value-file = FICHIER
value-format = FORMAT
value-id = ID
value-json = JSON
value-key = CLÉ
value-lang = LANGUE
value-method = MÉTHODE
value-name = NOM
value-owner = RESPONSABLE
value-path = CHEMIN
value-profile = PROFIL
value-query = REQUÊTE
value-route = ROUTE
value-seconds = SECONDES
value-shell = SHELL
value-status = STATUT
value-statut = STATUT
value-time = HEURE
value-times = FOIS
value-url = URL
value-value = VALEUR
value-when = QUAND

## Valeurs possibles

choice-table = Colonnes alignées, pour les personnes
choice-json = Le JSON du service lui-même ; une liste est un tableau
choice-ndjson = Un objet JSON par ligne, à mesure que les pages arrivent
choice-csv = RFC 4180, avec un en-tête
choice-auto = Sur un terminal qui en veut
choice-always = Toujours
choice-never = Jamais
choice-fr = Français
choice-en = Anglais
choice-strict = Les routes documentées seules
choice-extended = Les listes, les taxonomies et les KPI aussi
choice-hostile = Le menu des pannes
choice-deals = Tous les deals du pipeline
choice-portfolio = Les totaux et les répartitions du portefeuille

## Options de toute commande

globals = Options générales
    .arg-profile = Quelle clé configurée utiliser [env : ENCOURS_PROFILE] [par défaut : « default », s’il y en a un]
    .arg-base_url = Adresse du service, qui se termine par /v1 [env : ENCOURS_BASE_URL]
    .arg-base_url-long = Adresse du service, qui se termine par /v1 [env : ENCOURS_BASE_URL]

        « http: » est refusé, sauf si l’hôte est ce poste lui-même (loopback).
    .arg-key_id = Identifiant public de la clé [env : ENCOURS_KEY_ID]
    .arg-key_id-long = Identifiant public de la clé [env : ENCOURS_KEY_ID]

        Le secret brut n’est jamais une option : il vient de ENCOURS_SECRET, du credential_command du profil (qui
        affiche une réponse de jeton en JSON, ou le secret sur une ligne), du fichier à phrase secrète de la clé
        (ouvert avec ENCOURS_PASSPHRASE ou par vous) ou du trousseau du système (voir « encours login »).
    .arg-as_user = Utilisateur délégué de /users/me/... [env : ENCOURS_AS_USER]
    .arg-demo = Utiliser un service d’essai intégré avec des données d’exemple ; ne touche à aucun profil [env : ENCOURS_DEMO=1]
    .arg-demo-long = Utiliser un service d’essai intégré avec des données d’exemple ; ne touche à aucun profil [env : ENCOURS_DEMO=1]

        La démonstration ne prend de config.toml que lang et plain_spaces, sauf si --config-dir désigne ce fichier,
        dont tout [settings] compte alors.
    .arg-demo_deals = Combien de deals la démonstration contient [par défaut : 240]
    .arg-config_dir = Répertoire de config.toml, au lieu de celui du système [env : ENCOURS_CONFIG_DIR]
    .arg-data_dir = Répertoire des données locales, au lieu de celui du système [env : ENCOURS_DATA_DIR]
    .arg-format = Comment écrire les résultats [env : ENCOURS_FORMAT] [par défaut : table sur un terminal, json dans un tube]
    .arg-lang = Langue des tableaux, des messages et de l’aide [env : ENCOURS_LANG, puis LC_ALL, LC_MESSAGES et LANG]
    .arg-color = Couleurs [env : NO_COLOR, CLICOLOR_FORCE] [par défaut : auto]
    .arg-timeout = Durée maximale de tout l’appel [par défaut : 30]
    .arg-request_id = Envoyé comme X-Request-ID au lieu d’un nouvel UUID
    .arg-offline = Répondre avec les seules données locales ; une écriture est mise en file
    .arg-verbose = Diagnostics sur la sortie d’erreur ; deux fois pour en avoir plus. Jamais un secret
    .arg-log = Diagnostics dans un fichier [env : ENCOURS_LOG]
    .arg-strict = Code de retour 11, au lieu d’un avertissement, si une liste se termine avec moins d’éléments que le service n’en compte
    .arg-yes = Ne pas demander de confirmation

## Commandes

encours = Deals, portefeuille et notifications de l’API partenaire
    .long = Deals, portefeuille et notifications de l’API partenaire

        Sans commande, l’interface plein écran s’ouvre. Avec une commande, encours est un client pour les scripts : les
        résultats sur la sortie standard, tout le reste sur la sortie d’erreur, et un code de retour qui dit ce qui
        s’est passé. Ce qui est retenu quand l’interface se ferme reste dans la file, et l’est de nouveau au prochain
        lancement.
    .after = Code de retour :
          0  fait                      6  conflit (409)
          1  imprévu, décliné          7  refusé (400, 422, 428)
          2  usage, configuration      8  en file : l’écriture est gardée sur ce poste
          3  authentification          9  débit limité au-delà de --timeout : pas gardé
          4  interdit (403)           10  injoignable, sur une lecture
          5  introuvable (404)        11  protocole : pas ce que le contrat permet
                                    12  stockage : un fichier gardé ici est abîmé ou illisible
                                     130  interrompu

        Le plein écran suit [settings] de config.toml, et pour une fois une variable :
          ENCOURS_ASCII=1           bordures et signes en ASCII
          ENCOURS_LINEAR=1          des lignes pour un lecteur d’écran
          ENCOURS_REDUCED_MOTION=1  rien ne bouge de lui-même
        Tous les réglages et toutes les touches : encours man

        Pour essayer sans compte :
          encours --demo deals list --status ic

login = Enregistrer une clé : la prouver une fois, puis confier le secret au trousseau du système
    .arg-secret_stdin = Lire le secret sur l’entrée standard au lieu de le demander
    .arg-passphrase_file = Garder le secret dans un fichier qu’une phrase secrète ouvre, au lieu du trousseau du système
    .arg-passphrase_file-long = Garder le secret dans un fichier qu’une phrase secrète ouvre, au lieu du trousseau du système

        La phrase secrète vient de ENCOURS_PASSPHRASE, ou est demandée. Le fichier sert de lui-même là où il n’y a pas
        de trousseau.

logout = Oublier le secret du profil
    .arg-purge = Oublier aussi le profil et tout ce qui est gardé pour lui sur ce poste

profiles = Lister les profils configurés

token = Montrer la réponse de jeton, sans le jeton lui-même
    .arg-reveal = Afficher la réponse entière, avec le jeton

entity = Montrer l’entité à laquelle la clé appartient

portfolio = Montrer les totaux du portefeuille

deals = Travailler avec les deals du pipeline

deals-list = Lister les deals
    .arg-status = Seulement les deals de ce statut ; peut être donné plusieurs fois
    .arg-query = Seulement les deals qui correspondent, comme « classe:bureaux ltv>0.65 » ; lit tout le pipeline
    .arg-view = Filtre et ordre d’une vue enregistrée sur ce poste ; lit tout le pipeline
    .arg-columns = Seulement ces champs, dans cet ordre, comme « name,status,ltv,age »
    .arg-sort = Trier par un champ ; lit tout le pipeline
    .arg-limit = Au plus tant de deals
    .arg-offset = Sauter d’abord tant de deals
    .arg-all = Tous les deals, pas seulement la première page du service

deals-show = Montrer un deal
    .arg-id = Identifiant du deal

deals-create = Créer un deal
    .arg-name = Nom du deal
    .arg-status = Code de statut
    .arg-classe_actif = Code de classe d’actif
    .arg-responsable = Responsable
    .arg-set = Un autre champ, sa valeur en JSON, comme « decote=0.15 »
    .arg-idempotency_key = Envoyée comme Idempotency-Key au lieu d’une nouvelle : la même clé ne crée qu’un deal

deals-update = Changer des champs d’un deal, et aucun autre
    .arg-id = Identifiant du deal
    .arg-status = Nouveau code de statut
    .arg-responsable = Nouveau responsable
    .arg-set = Un autre champ, sa valeur en JSON, comme « decote=0.15 »
    .arg-null = Un champ à mettre à null, ce qui n’est pas la même chose que de l’omettre

deals-delete = Supprimer des deals
    .arg-ids = Identifiants des deals

deals-notes = Lister les notes d’un deal
    .arg-id = Identifiant du deal
    .arg-all = Toutes les notes, pas seulement la première page du service

deals-views = Lister les vues de deals enregistrées sur ce poste, ou les transmettre comme texte
    .arg-export = Écrire toutes les vues comme un texte que --import accepte
    .arg-import = Reprendre des vues d’un fichier, ou de l’entrée standard avec « - » ; celles du même nom sont remplacées

tasks = Travailler avec les tâches du tableau

tasks-update = Mettre une tâche dans un autre statut
    .arg-id = Identifiant de la tâche
    .arg-statut = Code du nouveau statut, comme « prep »

watch = Suivre des identifiants, pour les services qui n’offrent pas de liste
    .arg-ids = Identifiants, ou adresses qui les contiennent
    .arg-from = Lire les identifiants dans un fichier (ou « - » pour l’entrée standard) : une liste, un courriel, un CSV avec une colonne « id », ou du JSON
    .arg-from-long = Lire les identifiants dans un fichier (ou « - » pour l’entrée standard) : une liste, un courriel, un CSV avec une colonne « id », ou du JSON

        Les UUID sont pris où qu’ils soient, dans un courriel et en HTML aussi ; les autres formes, seules sur une ligne ou dans une colonne « id ». Ce qui a été pris et ce qui ne l’a pas été est dit avant tout suivi.

unwatch = Ne plus suivre des identifiants
    .arg-ids = Identifiants

watched = Lister les identifiants suivis et ce que le service a dit de chacun en dernier

views = Travailler avec les vues enregistrées de l’utilisateur délégué

views-list = Lister les vues enregistrées de l’utilisateur délégué, là où le service offre une liste

views-update = Changer des champs d’une vue enregistrée, et aucun autre
    .arg-id = Identifiant de la vue
    .arg-name = Nouveau nom
    .arg-default = Si c’est la vue ouverte en premier
    .arg-filters = Filtres, en JSON, envoyés tels qu’ils sont écrits
    .arg-columns = Colonnes, en JSON, envoyées telles qu’elles sont écrites
    .arg-sort = Tri, en JSON, envoyé tel qu’il est écrit

dashboards = Travailler avec les tableaux de bord de l’utilisateur délégué

dashboards-show = Montrer un tableau de bord de l’utilisateur délégué
    .arg-id = Identifiant du tableau de bord

alert-preferences = Montrer ce dont l’utilisateur délégué veut être alerté

fields = Travailler avec les définitions des champs métier

fields-show = Montrer une définition de champ, par identifiant ou par clé
    .arg-id = Identifiant de la définition de champ
    .arg-key = Clé métier du champ, comme « noi »

fields-list = Lister les définitions de champs

alerts = Travailler avec les alertes

alerts-show = Montrer une alerte
    .arg-id = Identifiant de l’alerte

notifications = Travailler avec les notifications

notifications-list = Lister les notifications : la liste du service s’il en offre une, sinon celles qui sont suivies
    .arg-unread = Seulement celles qui ne sont pas encore lues

notifications-show = Montrer une notification ; cela ne la marque pas lue
    .arg-id = Identifiant de la notification

notifications-read = Marquer des notifications lues
    .arg-ids = Identifiants des notifications

api = Appeler une route quelconque, authentifié
    .arg-method = GET, POST, PUT, PATCH ou DELETE
    .arg-path = Chemin sous l’adresse du service, comme /deals
    .arg-query = Un paramètre de requête ; peut être donné plusieurs fois
    .arg-body = Le corps de la requête : du JSON, @FICHIER, ou - pour l’entrée standard
    .arg-header = Un en-tête de la requête ; peut être donné plusieurs fois
    .arg-paginate = Suivre les pages d’une liste et les afficher comme une seule
    .arg-paginate-long = Suivre les pages d’une liste et les afficher comme une seule

        « --query limit=N » est la taille d’une page, « --query offset=N » là où commencer. Une liste qui compte ses
        pages est suivie à partir de celle que donne « --query page=N ».

routes = Montrer quelles listes le service offre et comment cela est connu
    .arg-probe = Interroger le service : sa description, puis un enregistrement de chaque liste que personne ne nomme. Jamais une écriture. Oublie les absences apprises avant
    .arg-rights = Montrer plutôt ce que chaque route a répondu en dernier à cette clé

sync = Mettre à jour les données locales, et afficher ce qui a changé

history = Montrer les changements de statut que ce client a observés
    .arg-id = Seulement ce deal
    .arg-since = Seulement ce qui a été observé depuis cette date, comme 2026-11-20 ou 2026-11-20T08:00:00Z
    .arg-all = Tous les changements de tous les champs, deals nouveaux et supprimés aussi, pas le statut seul

export = Écrire les deals ou le portefeuille dans un fichier : CSV, JSON ou classeur
    .arg-what = Quoi exporter
    .arg-to = Le fichier à écrire : sa terminaison dit comment. Écrit en entier ou pas du tout ; un fichier déjà là est gardé, sauf avec --yes
    .arg-to-long =
        Le fichier à écrire : sa terminaison dit comment. Écrit en entier ou pas du tout ; un fichier déjà là est gardé, sauf avec --yes

        CSV et classeur ont une colonne par indicateur, et les dates et heures de votre horloge. JSON a ce que le service a envoyé. Les pages (PDF) et les images (PNG) se font dans la fenêtre seulement.
    .arg-query = Seulement les deals qui correspondent, comme « classe:bureaux ltv>0.65 »
    .arg-view = Filtre, ordre et colonnes d’une vue enregistrée sur ce poste
    .arg-columns = Seulement ces champs, dans cet ordre, comme « name,status,ltv,age »

outbox = Voir les écritures qui attendent ou qui ont été refusées, et en décider

outbox-list = Lister les écritures qui attendent ou qui ont été refusées

outbox-retry = Les envoyer maintenant ; toutes si aucun identifiant n’est donné
    .arg-ids = Numéros des écritures, comme « outbox list » les donne

outbox-discard = Abandonner des écritures : ce qui était écrit est perdu
    .arg-ids = Numéros des écritures, comme « outbox list » les donne

outbox-journal = Montrer ce qu’est devenue chaque écriture faite ici : avant, après, clé, numéro de requête, issue
    .arg-id = Seulement les écritures sur cet enregistrement
    .arg-since = Seulement ce qui a été décidé depuis cette date
    .arg-requests = Plutôt le journal des requêtes : méthode, chemin, code, numéro de requête et durée de chacune

settings = Emporter ce qui est gardé pour vous sur ce poste, ou le reprendre d’une copie

settings-export = Écrire notes, étoiles, reports, vues, brouillons, noms, identifiants suivis et largeurs de colonnes, comme un texte pour « import »

settings-import = Reprendre ce que « export » a écrit
    .arg-file = Le fichier, ou « - » pour l’entrée standard
    .arg-replace = Là où les deux diffèrent, prendre ce qui est donné ; ce qui est ici va d’abord dans une copie
    .arg-dry_run = Montrer seulement ce qu’il adviendrait de chacun

settings-copies = Lister les copies gardées de chaque jour

settings-restore = Remettre d’une copie ce qui manque
    .arg-copy = Quelle copie, comme « settings copies » les liste [par défaut : la plus récente qui contient quelque chose qui manque]
    .arg-replace = Là où les deux diffèrent, prendre ce qui est donné ; ce qui est ici va d’abord dans une copie
    .arg-dry_run = Montrer seulement ce qu’il adviendrait de chacun

doctor = Contrôler configuration, secret, données, horloge, service et droits, et dire que faire
    .arg-lift_pause = Lever la pause qu’un 429 a imposée à cette clé sur ce poste, puis contrôler
    .arg-deep = Lire et vérifier tout ce qui est gardé ici, quelle qu’en soit la taille
    .arg-repair = Mettre de côté ce qui est abîmé ici, en sauver ce qui peut être lu et faire relire le reste

sandbox = Faire tourner le service local sur loopback jusqu’à interruption
    .arg-port = Port de 127.0.0.1 ; 0 prend n’importe quel port libre
    .arg-deals = Combien de deals il y a [par défaut : 240]
    .arg-seed = Quelles données : la même graine donne les mêmes octets [par défaut : 1]
    .arg-sandbox_profile = Quel service
    .arg-data = Garder l’état du service dans ce fichier SQLite [par défaut : en mémoire]
    .arg-sandbox_key_id = Identifiant de l’unique clé d’API [par défaut : généré]
    .arg-secret_file = Fichier du secret de la clé [par défaut : généré, dans un fichier temporaire privé]
    .arg-scopes = Ce que la clé peut faire, comme deals:read,entity:read [par défaut : tout]
    .arg-users = Liste des utilisateurs autorisés de la clé [par défaut : ceux de l’exemple]
    .arg-capabilities = Capacités de la clé [par défaut : toutes]
    .arg-token_lifetime = Durée de vie d’un jeton en secondes
    .arg-clock_skew = Écart accepté de l’horodatage d’une signature, en secondes
    .arg-rate_limit = Requêtes par seconde au-delà desquelles la réponse est 429 ; 0 : sans limite (20 dans le profil hostile)
    .arg-live = D’autres utilisateurs agissent : des deals bougent, des notifications arrivent
    .arg-now = Une horloge fixe, pour des réponses reproductibles [par défaut : celle du système]
    .arg-fault = Une panne du menu ; peut être donnée plusieurs fois
    .arg-open = Un point ouvert du contrat, comme clamp_limit=true ; peut être donné plusieurs fois

completions = Afficher un script de complétion
    .arg-shell = Pour quel shell

man = Afficher la page de manuel
